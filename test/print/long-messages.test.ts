import { once } from 'node:events';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { PrintJob } from '@platen/pdf';
import { Connection, PagePool, printInPool, RenderFailure } from '@platen/print-engine';
import { type ChromiumProcess, startChromium } from '../../scripts/local/chromium-process.ts';
import { FORM_DOCUMENT, hostileTexts } from './support/hostile-texts.ts';
import { jobOf } from './support/jobs.ts';
import { limitsOf } from './support/printer.ts';
import { useWebServer } from './support/web-server.ts';
import { LONG, typical, variation } from '../support/thorough.ts';

/** An address has at most 2 MB, and a piece of a PDF 1.4 MB. A Worker's limit is 32 MiB. */
const MAX_MESSAGE_CHARACTERS = 2_200_000;

/** Without texts of the page, or only with addresses that are loaded. */
const EVENTS = [
  'Fetch.requestPaused',
  'Inspector.detached',
  'Inspector.targetCrashed',
  'Target.attachedToTarget',
  'Target.detachedFromTarget',
  'Target.targetCrashed',
  'Target.targetCreated',
  'Target.targetDestroyed',
  'Target.targetInfoChanged',
];

/** By the path of their address. */
const pages = new Map<string, string>();

const server = useWebServer((request, response) => {
  request.on('error', () => {}).resume();
  const html = request.url === '/form' ? FORM_DOCUMENT : pages.get(request.url ?? '');
  if (html === undefined) response.writeHead(404).end();
  else response.setHeader('Content-Type', 'text/html').end(html);
});

let chromium: ChromiumProcess;
let pool: PagePool;
let longest = 0;
const events = new Set<string>();

beforeAll(async () => {
  chromium = await startChromium();
  const socket = new WebSocket(chromium.address);
  await once(socket, 'open');
  socket.addEventListener('message', ({ data }) => {
    const text = String(data);
    longest = Math.max(longest, text.length);
    const [, event] = /^\{"method":"([^"]+)"/.exec(text) ?? [];
    if (event !== undefined) events.add(event);
  });
  pool = new PagePool(new Connection(socket), { ready: 1, concurrent: 2 });
  await pool.start();
});
afterAll(async () => {
  pool.close();
  await chromium.stop();
});

/** Prints, or fails as a job may. */
async function attempt(html: string, changes: Partial<PrintJob> = {}): Promise<void> {
  const limits = limitsOf({ maxPdfBytes: 10_000_000 });
  try {
    const { pdf } = await printInPool(pool, jobOf(html, changes), limits);
    pdf.close?.();
  } catch (error) {
    expect(error).toBeInstanceOf(RenderFailure);
  }
}

/** What a document has started may arrive after its job, so another one is printed first. */
async function requireShortMessages(): Promise<void> {
  await attempt(
    `<p>next<script>setTimeout(() => document.body.append(document.createElement('hr')), 100)</script>`,
  );
  expect(longest).toBeLessThan(MAX_MESSAGE_CHARACTERS);
  expect(pool.isLost).toBe(false);
}

test.each(typical(Object.keys(hostileTexts('')), 3))(
  'a document that makes %s very long causes no long DevTools message',
  LONG,
  async (name) => {
    const html = hostileTexts(server.url(''))[name] ?? '';
    await attempt(html);
    await requireShortMessages();
  },
);

test.each(typical(Object.keys(hostileTexts('')), 3))(
  'a page of a server that makes %s very long causes no long DevTools message',
  LONG,
  async (name) => {
    const path = `/${encodeURIComponent(name)}`;
    pages.set(path, hostileTexts(server.url(''))[name] ?? '');
    const address = { url: server.url(path), headers: {}, cookies: [], maxDocumentBytes: 5_000_000 };
    await attempt('', { address, sourceField: 'url' });
    expect(server.requests).toContain(path);
    await requireShortMessages();
  },
);

test.each(typical(['the body of a request', 'the address of a frame', 'an image in itself'], 1))(
  'a job that waits for the network, with a document that makes %s very long, causes no long DevTools message',
  LONG,
  async (name) => {
    const html = hostileTexts(server.url(''))[name] ?? '';
    await attempt(html, { waitFor: { networkIdleMs: 100, timeoutMs: 5_000 } });
    expect(longest).toBeLessThan(MAX_MESSAGE_CHARACTERS);
  },
);

test.each([
  'long',
  '(() => { throw long })()',
  '(() => { throw new Error(long) })()',
  'Promise.reject(long)',
  '(String = () => long, Error.prototype.toString = () => long, eval = () => { throw new Error() }, long())',
])('an expression `%s` that is waited for causes no long DevTools message', async (expression) => {
  const html = `<p>text<script>var long = 'x'.repeat(3_000_000)</script>`;
  await attempt(html, { waitFor: { expression, timeoutMs: 200 } });
  expect(longest).toBeLessThan(MAX_MESSAGE_CHARACTERS);
});

test('a form with many controls that get no field causes no long DevTools message', async () => {
  const control = `<input name="${'n'.repeat(200)}">`;
  const html = `<p hidden></p><script>
    document.querySelector('p').attachShadow({ mode: 'open' }).innerHTML = '${control}'.repeat(20_000)</script>`;
  await attempt(html, { forms: true });
  expect(longest).toBeLessThan(MAX_MESSAGE_CHARACTERS);
});

test('only events with bounded texts are subscribed to', () => {
  expect([...events].filter((event) => !EVENTS.includes(event))).toEqual([]);
});

variation('a document with thousands of requests is not listened to for all of them', async () => {
  const count = 5_000;
  const before = longest;
  let paused = 0;
  const socket = new WebSocket(chromium.address);
  await once(socket, 'open');
  socket.addEventListener('message', ({ data }) => {
    if (String(data).startsWith('{"method":"Fetch.requestPaused"')) paused += 1;
  });
  const other = new PagePool(new Connection(socket), { ready: 1, concurrent: 1 });
  await other.start();
  const html = `<p>x<script>
    for (let i = 0; i < ${count}; i++) fetch('${server.url('/f')}' + i).catch(() => {});
    for (let i = 0; i < ${count}; i++) new Image().src = '${server.url('/i')}' + i</script>`;
  await printInPool(other, jobOf(html), limitsOf()).catch(() => {});
  // At most 2,000, and those that were under way when the engine stopped to listen.
  expect(paused).toBeLessThan(count);
  expect(longest).toBe(before);
  other.close();
});
