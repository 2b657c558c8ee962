import { dataUrl, RED_IMAGE, RED_SVG, type ReadyDocuments, writes } from './document.ts';

const MODULE = dataUrl('text/javascript', 'export const text = "done"');
const red = (html: string): { html: string; redMm: number } => ({ html, redMm: 19 });
const CANVAS = '<canvas id="c" width="100" height="100"></canvas>';
const FILL = "context.fillStyle = 'red'; context.fillRect(0, 0, 100, 100);";

/** Images, canvases, modules, components and workers. */
export const RESOURCES: ReadyDocuments = {
  'an image': red(`<img src="${RED_IMAGE}">`),
  'a lazy image below the window': {
    html: `<div style="height: 300mm; break-after: page">done</div><img loading="lazy" src="${RED_IMAGE}">`,
    text: 'done',
  },
  'an image that a frame adds': red(
    `<script>requestAnimationFrame(() => { document.body.append(Object.assign(new Image(), { src: '${RED_IMAGE}' })) })</script>`,
  ),
  'an image that an observer loads': red(
    `<img id="i" width="100" height="100"><script>
      new IntersectionObserver(([entry]) => { if (entry.isIntersecting) i.src = '${RED_IMAGE}' }).observe(i)</script>`,
  ),
  'a picture with a source': red(`<picture><source srcset="${RED_IMAGE}"><img></picture>`),
  'a background image': red(`<div style="width: 20mm; height: 20mm; background: url('${RED_IMAGE}')"></div>`),
  'what follows image.decode()': writes(
    `const i = new Image(); i.src = '${RED_IMAGE}'; i.decode().then(() => done())`,
  ),
  'what follows createImageBitmap()': writes('createImageBitmap(new ImageData(2, 2)).then(() => done())'),
  'what follows canvas.toBlob()': writes('document.createElement("canvas").toBlob(() => done())'),
  'what follows canvas.toBlob() in a frame': writes(
    'requestAnimationFrame(() => document.createElement("canvas").toBlob(() => done()))',
  ),
  'what follows OffscreenCanvas.convertToBlob()': writes(
    'const o = new OffscreenCanvas(9, 9); o.getContext("2d"); o.convertToBlob().then(() => done())',
  ),
  'what follows a font that a script loads': writes(
    `new FontFace('f', 'url(${dataUrl('font/woff2', 'no font')})').load().catch(() => done())`,
  ),
  'what follows document.fonts.load()': writes("document.fonts.load('9px serif').then(() => done())"),
  'what follows WebAssembly.compile()': writes(
    'WebAssembly.compile(new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0])).then(() => done())',
  ),
  'a canvas': red(`${CANVAS}<script>const context = c.getContext('2d'); ${FILL}</script>`),
  'a canvas that is drawn in a frame': red(
    `${CANVAS}<script>const context = c.getContext('2d'); requestAnimationFrame(() => { ${FILL} })</script>`,
  ),
  'a canvas that an image is drawn on': red(
    `${CANVAS}<script>const i = new Image(); i.onload = () => c.getContext('2d').drawImage(i, 0, 0, 100, 100); i.src = '${RED_IMAGE}'</script>`,
  ),
  'WebGL, where there is, or a canvas': red(
    `${CANVAS}<script>const gl = c.getContext('webgl', { preserveDrawingBuffer: true });
      if (gl) { gl.clearColor(1, 0, 0, 1); gl.clear(gl.COLOR_BUFFER_BIT) }
      else { const context = c.getContext('2d'); ${FILL} }</script>`,
  ),
  'an inline SVG': red(RED_SVG),
  'an SVG object': red(`<object data="${RED_IMAGE}" type="image/svg+xml"></object>`),
  MathML: {
    html: '<math><mfrac><mi mathvariant="normal">a</mi><mi mathvariant="normal">b</mi></mfrac></math>',
    text: 'a b',
  },
  'a module': writes('', `<script type="module">import { text } from '${MODULE}'; done(text)</script>`),
  'a module that awaits': writes('', '<script type="module">await Promise.resolve(); done()</script>'),
  'import()': writes(`import('${MODULE}').then(({ text }) => done(text))`),
  'a custom element': {
    html: `<x-text></x-text><script>customElements.define('x-text', class extends HTMLElement {
      connectedCallback() { this.textContent = 'done' } })</script>`,
    text: 'done',
  },
  'a custom element with a shadow root that animates': red(
    `<x-box></x-box><script>customElements.define('x-box', class extends HTMLElement {
      connectedCallback() {
        this.attachShadow({ mode: 'open' }).innerHTML = '<style>@keyframes f { from { opacity: 0 } } i { display: block; width: 20mm; height: 20mm; background: red; animation: f 9s }</style><i></i>';
      } })</script>`,
  ),
  'a custom element that is defined in a frame': {
    html: `<x-late>not yet</x-late><script>requestAnimationFrame(() => customElements.define('x-late',
      class extends HTMLElement { connectedCallback() { requestAnimationFrame(() => { this.textContent = 'done' }) } }))</script>`,
    text: 'done',
  },
  'a frame': { html: '<iframe srcdoc="<p>done"></iframe>', text: 'done' },
  'a lazy frame': { html: '<iframe loading="lazy" srcdoc="<p>done"></iframe>', text: 'done' },
  'a frame with an image': red(
    `<iframe frameborder="0" width="200" height="200" srcdoc="<img src='${RED_IMAGE}'>"></iframe>`,
  ),
  'details that are open': {
    html: '<details open><summary>done</summary>and more</details>',
    text: 'done and more',
  },
  'content-visibility': { html: '<div style="content-visibility: auto">done</div>', text: 'done' },
  'a dialog': { html: '<dialog id="d">done</dialog><script>d.showModal()</script>', text: 'done' },
  'a popover': { html: '<div id="d" popover>done</div><script>d.showPopover()</script>', text: 'done' },
  'a form that a script fills in': {
    html: `<input id="i" style="border: 0; height: 20mm; width: 40mm"><script>requestAnimationFrame(() => { i.value = 'done' })</script>`,
    text: 'done',
  },
  'a worker, with a condition': {
    ...writes(`const worker = new Worker('${dataUrl('text/javascript', "postMessage('done')")}');
      worker.onmessage = ({ data }) => { done(data); globalThis.ready = true }`),
    job: { waitFor: { expression: 'globalThis.ready' } },
  },
  'a timer, with a condition': {
    ...writes("setTimeout(() => { done(); p.className = 'ready' }, 200)"),
    job: { waitFor: { selector: 'p.ready', visible: true } },
  },
};
