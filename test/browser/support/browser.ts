import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, inject } from 'vitest';
import { prepareLocalBrowser } from '../../../scripts/local-browser.ts';
import { ownAddress } from './console-client.ts';
import type { SignedIn } from './people.ts';

export interface OpenOptions {
  /** Whose session the browser has; nobody's where it is left out. */
  readonly as?: SignedIn;
  readonly width?: number;
  readonly height?: number;
  /** Another service than the shared one. */
  readonly url?: string;
  readonly userAgent?: string;
  /** `en-GB` where it is left out. */
  readonly locale?: string;
  /** `Europe/Amsterdam` where it is left out. */
  readonly timeZone?: string;
}

/** The browser of a test file. */
export interface TestBrowser {
  /** Opens a page of the dashboard, `/w/…`, in a browser context of its own. */
  open(path: string, options?: OpenOptions): Promise<Page>;
}

/** What a real user's browser would only tell its console. */
const FLAGS = [
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-quic',
  '--no-first-run',
];

/**
 * One Chromium for a test file. After each test its contexts are closed, and the test fails if a page
 * threw, broke its content security policy, or asked another host for anything.
 */
export function useBrowser(): TestBrowser {
  let browser: Browser;
  let contexts: BrowserContext[] = [];
  let troubles: string[] = [];

  beforeAll(async () => {
    const { executablePath } = await prepareLocalBrowser();
    // Where no language is set, names of downloads beyond ASCII would be lost.
    const env = { ...process.env, LC_ALL: 'C.UTF-8' };
    browser = await chromium.launch({ executablePath, args: FLAGS, env });
  });
  afterEach(async () => {
    await Promise.all(contexts.map((context) => context.close()));
    const seen = troubles;
    contexts = [];
    troubles = [];
    expect(seen).toEqual([]);
  });
  afterAll(() => browser.close());

  return {
    open: async (path, { as, width = 1280, height = 860, url = inject('dashboardUrl'), ...reader } = {}) => {
      const { userAgent, locale = 'en-GB', timeZone = 'Europe/Amsterdam' } = reader;
      const context = await browser.newContext({
        viewport: { width, height },
        locale,
        timezoneId: timeZone,
        colorScheme: 'light',
        reducedMotion: 'reduce',
        extraHTTPHeaders: ownAddress(),
        ...(userAgent === undefined ? {} : { userAgent }),
      });
      contexts.push(context);
      await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: url });
      if (as) await context.addCookies([{ ...as.client.cookie, url: `${url}/console`, httpOnly: true }]);
      await watch(context, url, (trouble) => troubles.push(trouble));
      const page = await context.newPage();
      await page.goto(`${url}/dashboard${path}`);
      return page;
    },
  };
}

/** Chromium logs every answer from 400 on, and every request without a connection; tests provoke these. */
const PROVOKED =
  /^Failed to load resource: (?:the server responded with a status of \d+|net::ERR_INTERNET_DISCONNECTED)/;

async function watch(context: BrowserContext, url: string, note: (trouble: string) => void): Promise<void> {
  const ownHost = new URL(url).host;
  context.on('request', (request) => {
    const { protocol, host } = new URL(request.url());
    if (protocol.startsWith('http') && host !== ownHost) note(`asked another host: ${request.url()}`);
  });
  context.on('weberror', (error) => note(`threw: ${error.error().message}`));
  context.on('console', (message) => {
    if (message.type() === 'error' && !PROVOKED.test(message.text())) note(`console: ${message.text()}`);
  });
  await context.addInitScript(() => {
    addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => {
      console.error(`content security policy: ${violatedDirective} ${blockedURI}`);
    });
  });
}
