import type { Page } from 'playwright-core';
import { afterEach, expect, inject } from 'vitest';
import { freshAddress } from '../../support/client-address.ts';
import type { SignedIn } from './people.ts';
import { closeTab, openTab, returnTab, type Tab, takeTab } from './tabs.ts';

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
  /** Pixels of the screen for each CSS pixel. The default is small: drawing takes CPU, and nobody looks. */
  readonly pixelRatio?: number;
  /** For a test that changes the clock or the devices of its tab. No other test gets this tab. */
  readonly ownTab?: boolean;
}

export interface TestBrowser {
  /** Opens a page of the dashboard, `/w/…`, in a tab without cookies and storage. */
  open(path: string, options?: OpenOptions): Promise<Page>;
  /** Opens a tab for a test that has to prepare it before it calls `visit`. */
  newTab(options?: OpenOptions): Promise<Page>;
}

const PIXEL_RATIO = process.env.SCREENSHOTS === undefined ? 0.1 : 1;

/** Loads a page of the dashboard: `/w/…`. */
export async function visit(page: Page, path: string): Promise<void> {
  await page.goto(`/dashboard${path}`);
}

interface Use {
  readonly tab: Tab;
  readonly end: (tab: Tab) => Promise<void>;
}

/** A test fails if a page throws, violates the content security policy or sends a request to another host. */
export function useBrowser(): TestBrowser {
  let uses: Use[] = [];

  afterEach(async () => {
    const ended = uses;
    uses = [];
    await Promise.all(ended.map(({ tab, end }) => end(tab)));
    expect(ended.flatMap(({ tab }) => tab.violations.splice(0))).toEqual([]);
  });

  const newTab: TestBrowser['newTab'] = async (options = {}) => {
    const { as, width = 1280, height = 860, ownTab = false, ...client } = options;
    const { url = inject('dashboardUrl'), pixelRatio = PIXEL_RATIO } = client;
    const { locale = 'en-GB', timeZone = 'Europe/Amsterdam' } = client;
    const tab = await (ownTab ? openTab : takeTab)({ ...client, url, pixelRatio, locale, timeZone });
    uses.push({ tab, end: ownTab ? closeTab : returnTab });
    await tab.page.setViewportSize({ width, height });
    await tab.context.setExtraHTTPHeaders(freshAddress());
    if (as) await tab.context.addCookies([{ ...as.client.cookie, url: `${url}/console`, httpOnly: true }]);
    return tab.page;
  };

  return {
    newTab,
    open: async (path, options) => {
      const page = await newTab(options);
      await visit(page, path);
      return page;
    },
  };
}
