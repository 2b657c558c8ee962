import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { browserRunModule } from '../../../scripts/local-browser-run.ts';

const SESSION = 'https://browser-run.invalid/v1/devtools/browser/one';
const UPGRADE = { headers: { upgrade: 'websocket' } };

type Fetch = (url: string, init?: RequestInit) => Promise<Response>;

interface BrokerModule {
  BrowserBroker: new (ctx: unknown, env: unknown) => { env: { BROWSER: { fetch: Fetch } } };
}

const chromium = vi.fn<Fetch>(() => Promise.resolve(new Response('from Chromium')));
const miniflare = vi.fn<Fetch>();

/** What the broker of a local service gets as its binding, if Miniflare's own is `miniflare`. */
async function openBrowserRun(): Promise<{ fetch: Fetch }> {
  const main = `
    const platen = { BrowserBroker: class { constructor(ctx, env) { this.env = env; } } };
    ${browserRunModule('platen')}
  `;
  const { BrowserBroker }: BrokerModule = await import(`data:text/javascript,${encodeURIComponent(main)}`);
  return new BrowserBroker({}, { BROWSER: { fetch: miniflare } }).env.BROWSER;
}

beforeEach(() => {
  vi.stubGlobal('fetch', chromium);
});

afterEach(() => {
  vi.unstubAllGlobals();
  miniflare.mockReset();
  chromium.mockClear();
});

test('the connection to a browser goes to Chromium itself, not through Miniflare', async () => {
  miniflare.mockResolvedValue(
    Response.json({ webSocketDebuggerUrl: 'ws://127.0.0.1:9222/devtools/browser/a' }),
  );
  const browserRun = await openBrowserRun();

  const answer = await browserRun.fetch(SESSION, UPGRADE);

  expect(await answer.text()).toBe('from Chromium');
  expect(chromium.mock.calls).toEqual([['http://127.0.0.1:9222/devtools/browser/a', UPGRADE]]);
  expect(miniflare.mock.calls).toEqual([[`${SESSION}/json/version`]]);
});

test('a browser that has ended is reported as Miniflare reports it', async () => {
  miniflare.mockResolvedValue(new Response('Session not found', { status: 404 }));
  const browserRun = await openBrowserRun();

  expect((await browserRun.fetch(SESSION, UPGRADE)).status).toBe(404);
  expect(chromium).not.toHaveBeenCalled();
});

test('Miniflare starts, lists and ends the browsers', async () => {
  miniflare.mockImplementation(() => Promise.resolve(new Response('from Miniflare')));
  const browserRun = await openBrowserRun();

  for (const method of ['GET', 'POST', 'DELETE']) {
    expect(await (await browserRun.fetch(SESSION, { method })).text()).toBe('from Miniflare');
  }
  expect(chromium).not.toHaveBeenCalled();
});
