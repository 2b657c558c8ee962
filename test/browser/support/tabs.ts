import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { prepareLocalBrowser } from '../../../scripts/local/local-browser.ts';
import { stopIntercepting } from './network.ts';

/** What a context keeps until it is closed. */
export interface Client {
  /** The address of the service. */
  readonly url: string;
  readonly locale: string;
  readonly timeZone: string;
  readonly userAgent?: string;
  readonly pixelRatio: number;
}

/** A browser context with one page. */
export interface Tab {
  readonly context: BrowserContext;
  readonly page: Page;
  /** What the page did that no test expects. */
  readonly violations: string[];
  readonly client: Client;
}

/** Turns off background requests of the browser. */
const FLAGS = [
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-quic',
  '--no-first-run',
  // A page lives for seconds: optimizing its code takes a sixth of the CPU, and pays nothing back.
  '--js-flags=--no-opt --no-maglev',
];

/** A page of the dashboard's origin, in the same process, without scripts. */
const EMPTY_PAGE = '/dashboard/platen.svg';

const MEDIA = { colorScheme: 'light', reducedMotion: 'reduce' } as const;

/** One Chromium for all files of a worker. It ends with the worker. */
let browser: Promise<Browser> | null = null;

async function launch(): Promise<Browser> {
  const { executablePath } = await prepareLocalBrowser();
  // Without a UTF-8 locale, downloads lose non-ASCII filenames.
  return chromium.launch({ executablePath, args: FLAGS, env: { ...process.env, LC_ALL: 'C.UTF-8' } });
}

/**
 * Tabs that no test uses. The first page of a new context takes five times the CPU time of the next one: the process
 * starts, and loads and compiles the scripts of the dashboard.
 */
const idle = new Map<string, Tab[]>();

/** Opens a tab, or uses one of an earlier test again. */
export async function takeTab(client: Client): Promise<Tab> {
  return idle.get(JSON.stringify(client))?.pop() ?? openTab(client);
}

/** @see returnTab closes it if the test has changed what cannot be reset */
export async function openTab(client: Client): Promise<Tab> {
  const { url, locale, timeZone, userAgent, pixelRatio } = client;
  const context = await (
    await (browser ??= launch())
  ).newContext({
    baseURL: url,
    locale,
    timezoneId: timeZone,
    deviceScaleFactor: pixelRatio,
    ...MEDIA,
    ...(userAgent === undefined ? {} : { userAgent }),
  });
  // Only ends a test whose condition never holds.
  context.setDefaultTimeout(90_000);
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: url });
  const violations: string[] = [];
  await watch(context, url, (violation) => violations.push(violation));
  return { context, page: await context.newPage(), violations, client };
}

/** Removes all that the test has left: cookies, storage, routes, other pages. */
export async function returnTab(tab: Tab): Promise<void> {
  try {
    await reset(tab);
  } catch {
    // The test has closed the page.
    return closeTab(tab);
  }
  const key = JSON.stringify(tab.client);
  idle.set(key, [...(idle.get(key) ?? []), tab]);
}

export const closeTab = ({ context }: Tab): Promise<void> => context.close();

async function reset({ context, page }: Tab): Promise<void> {
  await Promise.all([
    page.unrouteAll({ behavior: 'ignoreErrors' }),
    stopIntercepting(page),
    context.setOffline(false),
  ]);
  await page.goto(EMPTY_PAGE);
  const others = context.pages().filter((other) => other !== page);
  await Promise.all([
    ...others.map((other) => other.close()),
    context.clearCookies(),
    page.evaluate(() => [localStorage, sessionStorage].forEach((storage) => storage.clear())),
    page.emulateMedia({ ...MEDIA, media: null, contrast: null, forcedColors: null }),
    page.mouse.move(0, 0),
  ]);
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
