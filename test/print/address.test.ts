import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type PageAddress, type PrintJob, readWhole } from '@platen/pdf';
import {
  Connection,
  type DevToolsSocket,
  PagePool,
  printInPool,
  type RenderReport,
} from '@platen/print-engine';
import { DEPARTURES, type Technique, TECHNIQUES } from '../container/support/techniques.ts';
import { eventually } from '../support/eventually.ts';
import { jobOf } from './support/jobs.ts';
import { openPdf } from './support/pdf.ts';
import { limitsOf, type Printed, usePrinter } from './support/printer.ts';
import { LONG, typical, variation } from '../support/thorough.ts';

const printer = usePrinter({ ready: 1, concurrent: 2 });

interface Seen {
  readonly server: 'own' | 'other';
  readonly host: string;
  readonly path: string;
  readonly secret: string | undefined;
  readonly cookie: string | undefined;
}

let seen: Seen[] = [];
let page: RequestListener = () => {};
const note = (server: Seen['server'], listener: RequestListener): Server =>
  createServer((request, response) => {
    const { host = '', cookie, 'x-secret': secret } = request.headers;
    seen.push({ server, host, path: request.url ?? '', secret: secret?.toString(), cookie });
    listener(request, response);
  });

const html = (response: Parameters<RequestListener>[1], text: string): void =>
  void response.writeHead(200, { 'Content-Type': 'text/html' }).end(text);

const own = note('own', (request, response) => {
  const [, target] = /^\/to\/(.*)$/.exec(request.url ?? '') ?? [];
  if (target !== undefined) response.writeHead(302, { Location: decodeURIComponent(target) }).end();
  else if (request.url?.startsWith('/page')) page(request, response);
  else response.writeHead(200, { 'Access-Control-Allow-Origin': '*' }).end();
});
/** On another port of the same host, and on another host. */
const other = note('other', (request, response) => {
  if (request.url?.startsWith('/page')) html(response, '<p>other');
  else response.writeHead(200, { 'Access-Control-Allow-Origin': '*' }).end();
});

beforeAll(async () => {
  for (const server of [own, other]) {
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
  }
});
beforeEach(() => {
  seen = [];
  page = (_request, response) => html(response, '<title>Title</title><p>printed');
});
afterAll(() => {
  for (const server of [own, other]) {
    server.closeAllConnections();
    server.close();
  }
});

const portOf = (server: Server): number => (server.address() as AddressInfo).port;
const ownUrl = (path = '/page'): string => `http://127.0.0.1:${portOf(own)}${path}`;
const otherUrls = (path: string): string[] =>
  ['127.0.0.1', 'localhost'].map((host) => `http://${host}:${portOf(other)}${path}`);

const SECRETS = {
  headers: { 'X-Secret': 'header-secret' },
  cookies: [{ name: 'session', value: 'cookie-secret', path: '/' }],
};

const addressOf = (changes: Partial<PageAddress> = {}): PageAddress => ({
  url: ownUrl(),
  headers: {},
  cookies: [],
  maxDocumentBytes: 1_000_000,
  ...changes,
});

const printAt = (
  address: Partial<PageAddress> = {},
  job: Partial<PrintJob> = {},
  ms = 30_000,
): Promise<Printed> =>
  printer.print(jobOf('', { address: addressOf(address), sourceField: 'url', ...job }), {
    ...limitsOf({ deadline: Date.now() + ms }),
  });

describe('a page of a server', () => {
  test('is printed with its resources, its scripts and its bands', async () => {
    page = (_request, response) =>
      html(
        response,
        '<title>Title</title><p>printed<script src="/script.js"></script><img src="/missing.png">',
      );
    const footer = {
      html: '<b class="title"></b> <i class="url"></i>',
      heightMm: 15,
      leftMm: 10,
      rightMm: 10,
      pages: null,
      field: 'options.footer',
    };
    const { document, report } = await printAt({ url: `${ownUrl()}?a=1#part` }, { footer: [footer] });
    expect(await document.text(1)).toBe(`printed Title ${ownUrl()}?a=1#part`);
    expect(report.finalUrl).toBe(`${ownUrl()}?a=1`);
    expect(seen.map(({ path }) => path)).toEqual(expect.arrayContaining(['/script.js', '/missing.png']));
  });

  test('waits for what the job waits for', async () => {
    page = (_request, response) =>
      html(
        response,
        `<script>fetch('/api').then(() => setTimeout(() => document.body.append('late'), 50))</script>`,
      );
    const waitFor = { expression: "document.body.textContent.includes('late')", networkIdleMs: 100 };
    const { document } = await printAt({}, { waitFor });
    expect(await document.text(1)).toContain('late');
  });

  variation('is printed after its load event, also if that is over', async () => {
    page = (_request, response) =>
      html(response, `<script>onload = () => document.body.append('loaded')</script><p>x`);
    for (let round = 0; round < 3; round += 1)
      expect(await (await printAt()).document.text(1)).toContain('loaded');
  });

  variation('is printed if it replaces its content before its load event', async () => {
    page = (request, response) => {
      if (request.url === '/page') {
        html(
          response,
          `<p>first<img src="/page-slow"><script>setTimeout(() => { document.open(); document.write('<p>printed'); document.close() }, 100)</script>`,
        );
      } else setTimeout(() => response.end(), 1_000);
    };
    expect(await (await printAt()).document.text(1)).toBe('printed');
  });

  test('follows the headers of its server', async () => {
    page = (_request, response) => {
      response.writeHead(200, {
        'Content-Type': 'text/html; charset=windows-1252',
        'Content-Encoding': 'gzip',
        'Set-Cookie': ['seen=1', 'unseen=1; HttpOnly'],
        'Content-Security-Policy': "script-src 'nonce-a'",
        // Latin-1, which is not valid UTF-8.
        'X-Name': 'M\xfcnchen',
      });
      const document = `<p>\x80<script>document.body.append('forbidden')</script>
        <script nonce="a">document.body.append(document.cookie)</script><img src="/image">`;
      response.end(gzipSync(Buffer.from(document, 'latin1')));
    };
    const { document } = await printAt();
    expect(await document.text(1)).toBe('€ seen=1');
    expect(seen.find(({ path }) => path === '/image')?.cookie).toBe('seen=1; unseen=1');
  });

  test('shows its dialogs to nobody', async () => {
    page = (_request, response) => html(response, `<script>alert(1); confirm(2)</script><p>printed`);
    expect(await (await printAt()).document.text(1)).toBe('printed');
  });

  test('follows ten redirects, and not eleven', async () => {
    const redirects = (count: number): string =>
      count === 0 ? ownUrl() : ownUrl(`/to/${encodeURIComponent(redirects(count - 1))}`);
    expect((await printAt({ url: redirects(10) })).report.finalUrl).toBe(ownUrl());
    await expect(printAt({ url: redirects(11) })).rejects.toThrow('url: redirects more than 10 times');
  });

  test.each<[string, RequestListener, string]>(
    typical(
      [
        [
          'is a PDF',
          (_, response) => response.writeHead(200, { 'Content-Type': 'application/pdf' }).end('%PDF-'),
          'url: must be HTML, and its server sent application/pdf',
        ],
        [
          'is JSON',
          (_, response) => response.writeHead(200, { 'Content-Type': 'application/json' }).end('{}'),
          'url: must be HTML, and its server sent application/json',
        ],
        [
          'is an image',
          (_, response) => response.writeHead(200, { 'Content-Type': 'image/png' }).end('x'),
          'url: must be HTML, and its server sent image/png',
        ],
        [
          'has no media type',
          (_, response) => response.writeHead(200).end('<p>x'),
          'url: must be HTML, and its server sent no media type',
        ],
        [
          'is a download',
          (_, response) =>
            response
              .writeHead(200, { 'Content-Type': 'text/html', 'Content-Disposition': 'attachment' })
              .end('x'),
          'url: is a download',
        ],
        [
          'does not exist',
          (_, response) => response.writeHead(404, { 'Content-Type': 'text/html' }).end('x'),
          'url: its server answered 404',
        ],
        ['failed', (_, response) => response.writeHead(503).end(), 'url: its server answered 503'],
        [
          'is empty',
          (_, response) => response.writeHead(204).end(),
          'url: its server answered 204, without a document',
        ],
        [
          'says that it is long',
          (_, response) =>
            response
              .writeHead(200, { 'Content-Type': 'text/html', 'Content-Length': '2000000' })
              .write('<p>'),
          'url: the document has 2000000 bytes; the plan allows 1000000',
        ],
        [
          'is long',
          (_, response) => {
            response.writeHead(200, { 'Content-Type': 'text/html' });
            for (let part = 0; part < 3; part += 1) response.write(`<p>${'x'.repeat(400_000)}`);
            response.end();
          },
          'url: the document has 1200009 bytes; the plan allows 1000000',
        ],
        [
          'redirects to a file',
          (_, response) => response.writeHead(302, { Location: 'file:///etc/passwd' }).end(),
          'url: redirects to an address that is not http or https',
        ],
        [
          'redirects to data',
          (_, response) => response.writeHead(302, { Location: 'data:text/html,x' }).end(),
          'url: redirects to an address that is not http or https',
        ],
        ...Object.entries({
          'goes to another address while it loads': `<script>location = '/elsewhere'</script>`,
          'goes to another address while it loads, with a frame': `<iframe src="/frame"></iframe><script>location = '/elsewhere'</script>`,
          'goes to another address when it has loaded': `<script>onload = () => { location = '/elsewhere' }</script>`,
          'is refreshed': '<meta http-equiv="refresh" content="0;url=/elsewhere">',
          'reloads itself': '<script>location.reload()</script>',
          'sends a form while it loads': `<body><form id="f" method="post"></form><script>f.submit()</script><p>x`,
        }).map(([name, document]): [string, RequestListener, string] => [
          name,
          (_, response) => html(response, document),
          'url: the document goes to another address before it is printed',
        ]),
      ],
      6,
    ),
  )('that %s is refused with a reason', LONG, async (_name, listener, problem) => {
    page = listener;
    await expect(printAt()).rejects.toThrow(problem);
  });

  test.each([
    [
      'has a name without an address',
      'http://nothing.invalid/',
      'url: its name has no address (ERR_NAME_NOT_RESOLVED)',
    ],
    ['has a port that nobody serves', 'http://127.0.0.1:1/', 'url: has a port that browsers do not open'],
  ])('that %s is refused with a reason', async (_name, url, problem) => {
    await expect(printAt({ url })).rejects.toThrow(problem);
  });

  test('over a broken TLS connection is refused with a reason', async () => {
    await expect(printAt({ url: ownUrl().replace('http:', 'https:') })).rejects.toThrow(
      'url: the TLS connection to its server failed',
    );
  });

  variation(
    'whose server does not answer, or does not end, runs into a timeout that names `url`',
    async () => {
      const detail = expect.stringMatching(/^url: its server did not send the/);
      page = (request, response) => {
        if (request.url === '/page?begins')
          response.writeHead(200, { 'Content-Type': 'text/html' }).write('<p>x');
      };
      await Promise.all(
        ['', '?begins'].map((query) =>
          expect(printAt({ url: ownUrl(`/page${query}`) }, {}, 5_000)).rejects.toMatchObject({
            kind: 'wait',
            detail,
          }),
        ),
      );
    },
  );
});

describe('a page whose browser is far away', () => {
  /** Each command arrives this late, so the scripts of a page always run before those of the engine. */
  const DISTANCE_MS = 20;
  let pool: PagePool;

  beforeAll(async () => {
    const socket = new WebSocket(printer.chromium.address);
    await once(socket, 'open');
    const far: DevToolsSocket = {
      send: (text) => void setTimeout(() => socket.send(text), DISTANCE_MS),
      close: () => socket.close(),
      addEventListener: socket.addEventListener.bind(socket),
    };
    pool = new PagePool(new Connection(far), { ready: 1, concurrent: 2 });
    await pool.start();
  });
  afterAll(() => pool.close());

  const printFar = async (document: string): Promise<RenderReport> => {
    page = (request, response) => {
      if (request.url === '/page' && seen.length === 1) return html(response, document);
      if (request.url === '/page-204') return void response.writeHead(204).end();
      if (request.url === '/page-late') return void setTimeout(() => html(response, 'other'), 200);
      return html(response, 'other');
    };
    const job = jobOf('', { address: addressOf(), sourceField: 'url' });
    const { pdf, report } = await printInPool(pool, job, limitsOf());
    expect(await (await openPdf(await readWhole(pdf))).text(1)).toBe('printed');
    return report;
  };

  const goes = (to: string): Record<string, string> => ({
    [`goes to ${to} while it loads`]: `<p>a<script>location = '${to}'</script><p>b`,
    [`goes to ${to} when it has loaded`]: `<p>a<script>onload = () => { location = '${to}' }</script><p>b`,
  });

  test.each(
    typical(
      Object.entries({
        ...goes('/page-other'),
        ...goes('/page-late'),
        ...goes('about:blank'),
        'is what a javascript: address answers': `<script>location = "javascript:'<p>other'"</script>`,
        'goes to a blob': `<script>location = URL.createObjectURL(new Blob(['<p>other'], { type: 'text/html' }))</script>`,
        'goes to another host': `<script>location = location.href.replace('127.0.0.1', 'localhost')</script>`,
        'goes to its own address': '<script>location = location.href</script>',
        'reloads itself': '<script>location.reload()</script>',
        'is refreshed': '<meta http-equiv="refresh" content="0;url=/page-other">',
        'sends a form': `<body><form id="f" method="post" action="/page-other"></form><script>f.submit()</script>`,
        'goes to an address without a document while it loads': `<p>a<script>location = '/page-204'</script><p>b`,
      }),
      2,
    ),
  )('that %s is refused', LONG, async (_name, document) => {
    await expect(printFar(document)).rejects.toThrow('url: the document goes to another address');
  });

  variation('that stops loading is refused, and the message says so', async () => {
    const stopped = printFar('<p>a<script>stop()</script><p>b');
    await expect(stopped).rejects.toThrow(
      'url: the document goes to another address, or stops loading, before it is complete',
    );
  });

  test.each(
    typical(
      Object.entries({
        stays: '<p>printed',
        'changes its fragment and its history': `<p>printed<script>location.hash = 'x'; history.pushState(null, '', '/page-pushed')</script>`,
        'replaces its address': `<p>printed<script>history.replaceState(null, '', '/page-replaced')</script>`,
        'goes to an address without a document when it has loaded': `<p>printed<script>onload = () => { location = '/page-204' }</script>`,
        'replaces its content after its load event': `<script>onload = () => { document.open(); document.write('<p>printed'); document.close() }</script>`,
      }),
      2,
    ),
  )('that %s is printed', LONG, async (_name, document) => {
    expect((await printFar(document)).finalUrl).toBe(ownUrl());
  });
});

describe('headers and cookies', () => {
  test('arrive with the page and its resources, also after a redirect, and cookies with requests of scripts', async () => {
    page = (_request, response) =>
      html(
        response,
        `<link rel="stylesheet" href="/style.css"><img src="/image.png"><script src="/script.js"></script>
        <script>fetch('/api').then(() => document.body.append(\`done[\${document.cookie}]\`))</script>`,
      );
    const { document } = await printAt(
      { ...SECRETS, url: ownUrl(`/to/${encodeURIComponent(ownUrl())}`) },
      { waitFor: { expression: "document.body?.textContent.includes('done')" } },
    );
    // No script can read the cookie.
    expect(await document.text(1)).toBe('done[]');
    const paths = seen.map(({ path }) => path.replace(/^\/to.*/, '/to'));
    expect(paths.toSorted()).toEqual(['/api', '/image.png', '/page', '/script.js', '/style.css', '/to']);
    for (const { path, secret, cookie } of seen) {
      expect(cookie, path).toBe('session=cookie-secret');
      expect(secret, path).toBe(path === '/api' ? undefined : 'header-secret');
    }
  });

  test('replace what the browser sends', async () => {
    let agent: string | undefined;
    page = (request, response) => {
      agent = request.headers['user-agent'];
      html(response, 'x');
    };
    await printAt({ headers: { 'user-agent': 'mine' } });
    expect(agent).toBe('mine');
  });

  test.each([
    ['another server', () => otherUrls('/page')],
    ['the same server by another name', () => [ownUrl().replace('127.0.0.1', 'localhost')]],
  ])('do not arrive after a redirect to %s', async (_name, targets) => {
    for (const target of targets()) {
      const { report } = await printAt({ ...SECRETS, url: ownUrl(`/to/${encodeURIComponent(target)}`) });
      expect(report.finalUrl).toBe(target);
      expect(seen.at(-1)).toMatchObject({ path: '/page', secret: undefined, cookie: undefined });
    }
  });

  test('arrive at no second origin, whatever the page requests', async () => {
    const targets = (name: string): string[] => {
      const urls = otherUrls(`/${encodeURIComponent(name)}`);
      return [...urls, ...urls.map((url) => ownUrl(`/to/${encodeURIComponent(url)}`))];
    };
    const write = ({ name, html: toHtml }: Technique): string =>
      targets(name)
        .map((url) => toHtml(url, new URL(url).origin))
        .join('');
    const half = Math.ceil(TECHNIQUES.length / 2);
    const documents = [TECHNIQUES.slice(0, half), TECHNIQUES.slice(half)].map((part) =>
      part.map(write).join(''),
    );
    const departing = DEPARTURES.map(write);
    for (const [index, document] of [...documents, ...departing].entries()) {
      const images = otherUrls(`/last-${index}`).map((url) => `<img src="${url}">`);
      page = (_request, response) => html(response, `${images.join('')}${document}`);
      const printed = printAt(SECRETS, { waitFor: { networkIdleMs: 300 } });
      // A job ends if its document goes to another address, but it may have sent requests.
      await (departing.includes(document) ? printed.catch(() => {}) : printed);
    }
    const others = seen.filter(({ server }) => server === 'other');
    expect(others.map(({ path }) => path)).toEqual(expect.arrayContaining(['/last-0', '/last-1']));
    expect(others.filter(({ secret, cookie }) => secret !== undefined || cookie !== undefined)).toEqual([]);
  });
});

describe('the next job of the workspace', () => {
  test('finds nothing of the page: no cookie, storage, cache, worker or header', async () => {
    page = (request, response) => {
      if (request.url === '/page-worker.js') {
        response.writeHead(200, { 'Content-Type': 'text/javascript' }).end('');
        return;
      }
      response.writeHead(200, {
        'Content-Type': 'text/html',
        'Set-Cookie': 'mine=1; Max-Age=1000',
        'Cache-Control': 'max-age=1000',
      });
      response.end(`<script>
        const had = [localStorage.left, sessionStorage.left, caches.keys().then(String), navigator.serviceWorker.getRegistrations().then(String), document.cookie === 'mine=1', name, history.length];
        localStorage.left = sessionStorage.left = name = 'left'; caches.open('left');
        Promise.all(had).then(async (values) => {
          await navigator.serviceWorker.register('/page-worker.js');
          document.body.append(\`had \${values.join('|')}\`);
        });
      </script>`);
    };
    const waitFor = { expression: "document.body?.textContent.includes('had')" };
    const texts: string[] = [];
    for (const address of [SECRETS, {}])
      texts.push(await (await printAt(address, { waitFor })).document.text(1));
    expect(new Set(texts).size, texts.join()).toBe(1);
    expect(texts[0]).toMatch(/^had \|\|\|\|true\|/);
    expect(seen.filter(({ path }) => path === '/page').map(({ cookie, secret }) => [cookie, secret])).toEqual(
      [
        ['session=cookie-secret', 'header-secret'],
        [undefined, undefined],
      ],
    );
  });

  variation('with HTML prints in a page without an address', async () => {
    await printAt(SECRETS);
    seen = [];
    const { document } = await printer.print(
      jobOf(`<p id="p"></p><img src="${ownUrl('/image')}"><script>p.textContent = location.href</script>`),
    );
    expect(await document.text(1)).toBe('about:blank');
    await eventually(() =>
      expect(seen).toMatchObject([{ path: '/image', secret: undefined, cookie: undefined }]),
    );
  });
});
