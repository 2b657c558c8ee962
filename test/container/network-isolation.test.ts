import { createSocket, type Socket as UdpSocket } from 'node:dgram';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { BrowserLost, RenderFailure } from '@platen/print-engine';
import { jobOf } from '../print/support/jobs.ts';
import { usePrinter } from '../print/support/printer.ts';
import {
  fakeDial,
  LOOPBACK_ADDRESS,
  PUBLIC_ADDRESS,
  fakeResolver,
  readText,
  useRenderer,
} from './support/renderer.ts';
import { DEPARTURES, REDIRECTS, TECHNIQUES } from './support/techniques.ts';
import { eventually } from '../support/eventually.ts';
import { LONG, typical } from '../support/thorough.ts';

/** Requests that arrived at the private listeners and at the public one. */
let reachedPrivate: string[] = [];
let reachedPublic: string[] = [];

const listeners: Server[] = [];
const portOf = (server: Server): number => (server.address() as AddressInfo).port;

const secret = createServer((request, response) => {
  reachedPrivate.push(request.url ?? '');
  response.end('secret');
});
secret.on('upgrade', (request, socket) => {
  reachedPrivate.push(request.url ?? '');
  socket.destroy();
});
secret.on('connection', () => reachedPrivate.push('connection'));

const world = createServer((request, response) => {
  const path = decodeURIComponent(request.url ?? '');
  reachedPublic.push(path);
  const [, name = '', target = ''] = /^\/redirect\/([^/]+)\/(.*)$/.exec(path) ?? [];
  const redirect = REDIRECTS[name]?.(target);
  if (redirect) response.writeHead(redirect.status, { ...redirect.headers }).end(redirect.body);
  else response.writeHead(200, { 'Access-Control-Allow-Origin': '*' }).end();
});
world.on('upgrade', (request, socket) => {
  reachedPublic.push(decodeURIComponent(request.url ?? ''));
  socket.destroy();
});

let udp: UdpSocket;
let folder: string;
let secretFile: string;
beforeAll(async () => {
  for (const [server, host] of [
    [secret, '127.0.0.1'],
    [world, '127.0.0.1'],
  ] as const) {
    server.listen(0, host);
    await once(server, 'listening');
    listeners.push(server);
  }
  udp = createSocket('udp4', () => reachedPrivate.push('datagram'));
  udp.bind(0, '127.0.0.1');
  await once(udp, 'listening');
  folder = await mkdtemp(join(tmpdir(), 'platen-isolation-'));
  secretFile = join(folder, 'secret.txt');
  await writeFile(secretFile, 'a-line-of-the-file');
});
beforeEach(() => {
  reachedPrivate = [];
  reachedPublic = [];
});
afterAll(async () => {
  for (const server of listeners) {
    server.closeAllConnections();
    server.close();
  }
  udp.close();
  await rm(folder, { recursive: true });
});

const renderer = useRenderer(() => ({
  egress: {
    resolve: fakeResolver({
      'public.dev': [[PUBLIC_ADDRESS]],
      'base.dev': [[PUBLIC_ADDRESS]],
      localhost: [[LOOPBACK_ADDRESS]],
      'private.dev': [[LOOPBACK_ADDRESS]],
      'mapped.dev': [[{ address: '::ffff:127.0.0.1', family: 6 }]],
    }),
    dial: fakeDial(() => portOf(world)),
  },
}));

const withoutSandbox = usePrinter();

const PUBLIC_ORIGIN = 'http://public.dev:8000';

/** One of each kind. egress-proxy.test.ts has all spellings, which do not depend on the browser. */
const privateOrigins = (): string[] =>
  ['127.0.0.1', 'localhost', '[::ffff:127.0.0.1]', 'private.dev'].map(
    (host) => `http://${host}:${portOf(secret)}`,
  );

/** Gives the document's background requests time to be sent. */
const WAITS = `<script>setTimeout(() => document.documentElement.appendChild(document.createElement('hr')), 200)</script>`;
const PATIENT = { waitForSelector: 'hr' };

/** Ignores a failed job: a document that goes to another address ends its job, but may have sent requests. */
const printAnyway = async (html: string): Promise<void> => {
  await renderer.print(`${WAITS}${html}`, PATIENT, 3_000).catch(() => {});
};

/** It ends a test that would wait forever. */
const WATCHDOG_MS = 120_000;
const NEVER = { selector: '#never', timeoutMs: WATCHDOG_MS };

/** Prints documents that stay open until a public server was reached as `reached` expects. */
async function printUntil(documents: readonly string[], reached: () => void): Promise<void> {
  const done = new AbortController();
  const prints = documents.map((html) => renderer.print(html, { waitFor: NEVER }, WATCHDOG_MS, done.signal));
  const endedEarly = Promise.race(prints).then(() => {
    throw new Error('A document was printed before it reached the server');
  });
  try {
    await Promise.race([eventually(reached), endedEarly]);
  } finally {
    done.abort();
    await Promise.allSettled(prints);
  }
}

describe.each(typical(TECHNIQUES, 6))('by $name a document', LONG, ({ name, html }) => {
  const path = `/${encodeURIComponent(name)}`;

  test('reaches a public server', async () => {
    await printUntil([html(`${PUBLIC_ORIGIN}${path}`, PUBLIC_ORIGIN)], () =>
      expect(reachedPublic.join()).toContain(`/${name}`),
    );
  });

  test('reaches nothing on loopback', async () => {
    await Promise.all(privateOrigins().map((origin) => printAnyway(html(`${origin}${path}`, origin))));
    expect(reachedPrivate).toEqual([]);
  });
});

describe.each(DEPARTURES)('by $name a document', ({ name, html }) => {
  test('reaches nothing, private or public', async () => {
    const path = `/${encodeURIComponent(name)}`;
    const origins = [PUBLIC_ORIGIN, ...privateOrigins()];
    await Promise.all(origins.map((origin) => printAnyway(html(`${origin}${path}`, origin))));
    expect([...reachedPrivate, ...reachedPublic]).toEqual([]);
  });
});

describe.each(typical(Object.keys(REDIRECTS), 2))('a public server that redirects by %s', LONG, (kind) => {
  test('cannot send the browser to a private address', async () => {
    const documents = privateOrigins().map((origin, index) => {
      const path = `/redirect/${encodeURIComponent(kind)}/${encodeURIComponent(`${origin}/${index}`)}`;
      const url = `${PUBLIC_ORIGIN}${path}`;
      return `<img src="${url}"><iframe src="${url}"></iframe><script>fetch("${url}", { mode: 'no-cors' }).catch(() => {})</script>`;
    });
    await printUntil(documents, () => expect(new Set(reachedPublic).size).toBe(documents.length));
    await Promise.all(documents.map(printAnyway));
    expect(reachedPrivate).toEqual([]);
  });
});

/** Techniques that do not work with a public server either, in this browser or without a document address. */
const UNSUPPORTED: Readonly<Record<string, (url: string) => string>> = {
  preconnect: (url) => `<link rel="preconnect" href="${url}">`,
  'dns-prefetch': (url) => `<link rel="dns-prefetch" href="${url}">`,
  prerender: (url) => `<link rel="prerender" href="${url}">`,
  'speculation rules': (url) =>
    `<script type="speculationrules">{ "prerender": [{ "source": "list", "urls": ["${url}"] }] }</script>`,
  icon: (url) => `<link rel="icon" href="${url}">`,
  manifest: (url) => `<link rel="manifest" href="${url}">`,
  'report of a policy': (url) =>
    `<meta http-equiv="Content-Security-Policy" content="img-src 'none'; report-uri ${url}"><img src="x">`,
  'shared worker': (url) => `<script>try { new SharedWorker('${url}') } catch {}</script>`,
  'service worker': (url) =>
    `<script>try { navigator.serviceWorker.register('${url}').catch(() => {}) } catch {}</script>`,
  track: (url) => `<video><track default src="${url}"></video>`,
  'background fetch of a frame': (url) => `<iframe src="javascript:fetch('${url}')"></iframe>`,
};

describe.each(typical(Object.entries(UNSUPPORTED), 2))('by %s a document', LONG, (_name, html) => {
  test('reaches nothing private', async () => {
    await Promise.all(privateOrigins().map((origin) => printAnyway(html(`${origin}/x`))));
    expect(reachedPrivate).toEqual([]);
  });
});

describe('other protocols', () => {
  const callsOut = (): string => `<script>
    const peer = new RTCPeerConnection({ iceServers: [
      { urls: 'stun:127.0.0.1:${udp.address().port}' },
      { urls: 'turn:127.0.0.1:${portOf(secret)}?transport=tcp', username: 'x', credential: 'x' },
    ] });
    peer.createDataChannel('x');
    peer.createOffer().then((offer) => peer.setLocalDescription(offer));
  </script>`;

  test('WebRTC sends a datagram to loopback without the sandbox flags', async () => {
    const job = jobOf(callsOut(), { waitForSelector: '#never' });
    const lost = expect(withoutSandbox.print(job, { deadline: Date.now() + 60_000 })).rejects.toThrow(
      BrowserLost,
    );
    await eventually(() => expect(reachedPrivate).toContain('datagram'));
    // Its page would go on sending during the next test.
    await withoutSandbox.chromium.stop();
    await lost;
  });

  test('WebRTC sends no datagram around the proxy', async () => {
    await printAnyway(callsOut());
    expect(reachedPrivate).toEqual([]);
  });

  test('WebTransport reaches nothing', async () => {
    await printAnyway(
      `<script>try { new WebTransport('https://127.0.0.1:${udp.address().port}/') } catch {}</script>`,
    );
    expect(reachedPrivate).toEqual([]);
  });

  const embeddings: Readonly<Record<string, (url: string) => string>> = {
    frame: (url) => `<iframe src="${url}" width="600" height="300"></iframe>`,
    object: (url) => `<object data="${url}" type="text/plain" width="600" height="300"></object>`,
    fetch: (url) =>
      `<p id="p"><script>fetch('${url}').then((r) => r.text()).then((t) => { p.textContent = t }, () => {})</script>`,
    location: (url) => `<script>location.href = '${url}'</script>`,
    'style sheet': (url) =>
      `<link rel="stylesheet" href="${url}"><script>try { document.write(document.styleSheets[0].cssRules[0].cssText) } catch {}</script>`,
  };

  const ways = Object.keys(embeddings).flatMap((embedding) =>
    ['file:', 'FILE:', 'view-source:file:', 'filesystem:file:'].map((scheme) => [scheme, embedding] as const),
  );

  test.each(typical(ways, 3))('%s shows no file of the machine by %s', LONG, async (scheme, embedding) => {
    const url = pathToFileURL(secretFile).href.replace('file:', scheme);
    const printed = await renderer
      .print(`${WAITS}${embeddings[embedding]?.(url)}`, PATIENT, 3_000)
      .then(readText, () => 'refused');
    expect(printed).not.toContain('a-line-of-the-file');
  });

  test.each([
    'chrome://version',
    'chrome://crash',
    'view-source:http://public.dev/',
    'devtools://devtools/bundled/inspector.html',
    'chrome-extension://x/y',
    'about:version',
  ])('a document cannot show or visit %s', async (url) => {
    const html = `<p>before<iframe src="${url}"></iframe><script>try { open('${url}'); location.href = '${url}' } catch {}</script>`;
    const printed = await renderer
      .print(`${WAITS}${html}`, PATIENT, 3_000)
      .then(readText, (error: unknown) => (error instanceof RenderFailure ? 'a typed error' : error));
    expect(printed).toMatch(/before|a typed error/);
    expect(printed).not.toMatch(/Command Line|DevTools/i);
    expect(await readText(await renderer.print('<p>next'))).toBe('next');
  });
});
