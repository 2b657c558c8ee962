import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, inject } from 'vitest';
import { prepareLocalBrowser } from '../../../scripts/local-browser.ts';
import { randomAddress } from './console-client.ts';
import type { SignedIn } from './people.ts';

export interface OpenOptions {
  /** The signed-in user. The default is nobody. */
  readonly as?: SignedIn;
  readonly width?: number;
  readonly height?: number;
  /** The default is the shared service. */
  readonly url?: string;
  readonly userAgent?: string;
  /** The default is `en-GB`. */
  readonly locale?: string;
  /** The default is `Europe/Amsterdam`. */
  readonly timeZone?: string;
}

export interface TestBrowser {
  /** Opens a page of the dashboard, `/w/…`, in a new browser context. */
  open(path: string, options?: OpenOptions): Promise<Page>;
}

/** Turns off background requests of the browser. */
const FLAGS = [
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-quic',
  '--no-first-run',
];

/**
 * Starts one Chromium for a test file. A test fails if a page throws, violates the content security policy or
 * sends a request to another host.
 */
export function useBrowser(): TestBrowser {
  let browser: Browser;
  let contexts: BrowserContext[] = [];
  let violations: string[] = [];

  beforeAll(async () => {
    const { executablePath } = await prepareLocalBrowser();
    // Without a UTF-8 locale, downloads lose non-ASCII filenames.
    const env = { ...process.env, LC_ALL: 'C.UTF-8' };
    browser = await chromium.launch({ executablePath, args: FLAGS, env });
  });
  afterEach(async () => {
    await Promise.all(contexts.map((context) => context.close()));
    const seen = violations;
    contexts = [];
    violations = [];
    expect(seen).toEqual([]);
  });
  afterAll(() => browser.close());

  return {
    open: async (path, { as, width = 1280, height = 860, url = inject('dashboardUrl'), ...client } = {}) => {
      const { userAgent, locale = 'en-GB', timeZone = 'Europe/Amsterdam' } = client;
      const context = await browser.newContext({
        viewport: { width, height },
        locale,
        timezoneId: timeZone,
        colorScheme: 'light',
        reducedMotion: 'reduce',
        extraHTTPHeaders: randomAddress(),
        ...(userAgent === undefined ? {} : { userAgent }),
      });
      contexts.push(context);
      // Only ends a test whose condition never holds.
      context.setDefaultTimeout(90_000);
      await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: url });
      if (as) await context.addCookies([{ ...as.client.cookie, url: `${url}/console`, httpOnly: true }]);
      await watch(context, url, (violation) => violations.push(violation));
      const page = await context.newPage();
      await page.goto(`${url}/dashboard${path}`);
      return page;
    },
  };
}

/** Chromium logs error responses and network failures, which tests cause on purpose. */
const EXPECTED_MESSAGES =
  /^Failed to load resource: (?:the server responded with a status of \d+|net::ERR_INTERNET_DISCONNECTED)/;

async function watch(
  context: BrowserContext,
  url: string,
  report: (violation: string) => void,
): Promise<void> {
  const ownHost = new URL(url).host;
  context.on('request', (request) => {
    const { protocol, host } = new URL(request.url());
    if (protocol.startsWith('http') && host !== ownHost) report(`request to another host: ${request.url()}`);
  });
  context.on('weberror', (error) => report(`exception: ${error.error().message}`));
  context.on('console', (message) => {
    if (message.type() === 'error' && !EXPECTED_MESSAGES.test(message.text()))
      report(`console: ${message.text()}`);
  });
  await context.addInitScript(() => {
    addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => {
      console.error(`content security policy: ${violatedDirective} ${blockedURI}`);
    });
  });
}
