/**
 * Ways in which a document can make a browser connect to a server. `origin` is `http://host:port`; `url` is a path
 * there that ends in the technique's name.
 */
export interface Technique {
  readonly name: string;
  readonly html: (url: string, origin: string) => string;
}

const script = (code: string): string => `<script>${code}</script>`;

const MARKUP: Readonly<Record<string, (url: string) => string>> = {
  image: (url) => `<img src="${url}">`,
  'image in capitals': (url) => `<img src="${url.replace('http', 'HTTP')}">`,
  'image without a scheme': (url) => `<base href="http://base.dev/"><img src="${url.replace('http:', '')}">`,
  'image by a base address': (url) => `<base href="${url}/"><img src="x">`,
  'image with backslashes': (url) => `<img src="${url.replace('//', '\\\\')}">`,
  'image with blanks': (url) => `<img src=" \t${url}\n">`,
  'image set': (url) => `<img srcset="${url} 1x, ${url} 2x">`,
  picture: (url) => `<picture><source srcset="${url}"><img></picture>`,
  'image button': (url) => `<input type="image" src="${url}">`,
  'background attribute': (url) => `<body background="${url}">`,
  'background style': (url) => `<p style="background-image: url(${url}); height: 1px">`,
  'border image': (url) => `<p style="border: 1px solid; border-image: url(${url}) 1">x`,
  'list marker': (url) => `<li style="list-style-image: url(${url})">x`,
  'generated content': (url) => `<style>p::before { content: url(${url}) }</style><p>x`,
  'shape outside': (url) => `<i style="float: left; shape-outside: url(${url})">x</i>`,
  mask: (url) => `<p style="mask-image: url(${url})">x`,
  'style sheet': (url) => `<link rel="stylesheet" href="${url}">`,
  'imported style': (url) => `<style>@import url("${url}");</style>`,
  font: (url) => `<style>@font-face { font-family: x; src: url(${url}) }</style><p style="font-family: x">x`,
  script: (url) => `<script src="${url}"></script>`,
  'module script': (url) => `<script type="module" src="${url}"></script>`,
  'inline frame': (url) => `<iframe src="${url}"></iframe>`,
  'frame in a frame': (url) => `<iframe srcdoc='<iframe src="${url}"></iframe>'></iframe>`,
  'frame of data': (url) => `<iframe src="data:text/html,<img src='${url}'>"></iframe>`,
  'frame that refreshes': (url) =>
    `<iframe srcdoc='<meta http-equiv="refresh" content="0;url=${url}">'></iframe>`,
  object: (url) => `<object data="${url}" type="text/html"></object>`,
  embed: (url) => `<embed src="${url}" type="text/html">`,
  video: (url) => `<video src="${url}" preload="auto"></video>`,
  audio: (url) => `<audio src="${url}" preload="auto"></audio>`,
  poster: (url) => `<video poster="${url}"></video>`,
  'image of a drawing': (url) => `<svg><image href="${url}" width="9" height="9"/></svg>`,
  preload: (url) => `<link rel="preload" as="image" href="${url}">`,
  'module preload': (url) => `<link rel="modulepreload" href="${url}">`,
  prefetch: (url) => `<link rel="prefetch" href="${url}">`,
};

/** The document itself goes to another address. */
const DEPARTING_MARKUP: typeof MARKUP = {
  'refresh of the page': (url) => `<meta http-equiv="refresh" content="0;url=${url}">`,
};

const DEPARTING_SCRIPTS: typeof MARKUP = {
  'new location': (url) => `location.href = '${url}'`,
  'form that is sent': (url) =>
    `const f = document.createElement('form'); f.action = '${url}'; f.method = 'post';
     document.documentElement.append(f); f.submit()`,
};

const SCRIPTS: Readonly<Record<string, (url: string, origin: string) => string>> = {
  fetch: (url) => `fetch('${url}').catch(() => {})`,
  'fetch without CORS': (url) => `fetch('${url}', { mode: 'no-cors', keepalive: true }).catch(() => {})`,
  XMLHttpRequest: (url) => `const x = new XMLHttpRequest(); x.open('GET', '${url}'); x.send()`,
  'synchronous XMLHttpRequest': (url) =>
    `const x = new XMLHttpRequest(); x.open('GET', '${url}', false); try { x.send() } catch {}`,
  beacon: (url) => `navigator.sendBeacon('${url}', 'x')`,
  EventSource: (url) => `new EventSource('${url}')`,
  WebSocket: (url) => `new WebSocket('${url.replace('http', 'ws')}')`,
  'WebSocket in capitals': (url) => `new WebSocket('${url.replace('http', 'WS')}')`,
  'image object': (url) => `new Image().src = '${url}'`,
  'dynamic import': (url) => `import('${url}').catch(() => {})`,
  'font object': (url) => `new FontFace('x', 'url(${url})').load().catch(() => {})`,
  'worker that fetches': (url) =>
    `new Worker(URL.createObjectURL(new Blob(["fetch('${url}', { mode: 'no-cors' })"])))`,
  'worker that imports': (url) => `new Worker(URL.createObjectURL(new Blob(["importScripts('${url}')"])))`,
  'frame of a blob': (url) =>
    `const f = document.createElement('iframe');
     f.src = URL.createObjectURL(new Blob(['<img src="${url}">'], { type: 'text/html' }));
     document.documentElement.append(f)`,
  'new location of a frame': (url) =>
    `const f = document.createElement('iframe'); document.documentElement.append(f); f.contentWindow.location = '${url}'`,
  'ping of a link': (url) =>
    `const a = document.createElement('a'); a.href = '#x'; a.ping = '${url}'; document.documentElement.append(a); a.click()`,
  'adopted style': (url) =>
    `const s = new CSSStyleSheet(); s.replaceSync('html { background-image: url(${url}) }'); document.adoptedStyleSheets = [s]`,
};

const toTechniques = (markup: typeof MARKUP, scripts: typeof SCRIPTS): readonly Technique[] => [
  ...Object.entries(markup).map(([name, html]) => ({ name, html })),
  ...Object.entries(scripts).map(([name, code]) => ({
    name,
    html: (url: string, origin: string) => script(`{ ${code(url, origin)} }`),
  })),
];

/** Allowed with a public server. */
export const TECHNIQUES = toTechniques(MARKUP, SCRIPTS);

/** Never allowed: a document must not go to another address while it is printed. */
export const DEPARTURES = toTechniques(DEPARTING_MARKUP, DEPARTING_SCRIPTS);

/** Answers with which an attacker's public server sends the browser on to `url`. */
export const REDIRECTS: Readonly<
  Record<string, (url: string) => { status: number; headers: object; body: string }>
> = {
  ...Object.fromEntries(
    [301, 302, 303, 307, 308].map((status) => [
      String(status),
      (url: string) => ({ status, headers: { Location: url }, body: '' }),
    ]),
  ),
  'refresh header': (url) => ({
    status: 200,
    headers: { 'Content-Type': 'text/html', Refresh: `0;url=${url}` },
    body: '',
  }),
  'refresh element': (url) => ({
    status: 200,
    headers: { 'Content-Type': 'text/html' },
    body: `<meta http-equiv="refresh" content="0;url=${url}">`,
  }),
  script: (url) => ({
    status: 200,
    headers: { 'Content-Type': 'text/html' },
    body: `<script>location.replace('${url}')</script>`,
  }),
  'style that imports': (url) => ({
    status: 200,
    headers: { 'Content-Type': 'text/html', Link: `<${url}>; rel=preload; as=image` },
    body: `<style>@import url(${url})</style>`,
  }),
};
