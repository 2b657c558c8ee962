import type { Page } from 'playwright-core';
import { afterEach, expect, inject } from 'vitest';
import { randomAddress } from './console-client.ts';
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
  /** For a test that changes the clock or the devices of its tab. No other test gets this tab. */
  readonly ownTab?: boolean;
}

export interface TestBrowser {
  /** Opens a page of the dashboard, `/w/…`, in a tab without cookies and storage. */
  open(path: string, options?: OpenOptions): Promise<Page>;
}

/** A test fails if a page throws, violates the content security policy or sends a request to another host. */
export function useBrowser(): TestBrowser {
  let open: { readonly tab: Tab; readonly end: (tab: Tab) => Promise<void> }[] = [];

  afterEach(async () => {
    const ended = open;
    open = [];
    await Promise.all(ended.map(({ tab, end }) => end(tab)));
    expect(ended.flatMap(({ tab }) => tab.violations.splice(0))).toEqual([]);
  });

  return {
    open: async (path, { as, width = 1280, height = 860, ownTab = false, ...client } = {}) => {
      const { url = inject('dashboardUrl'), locale = 'en-GB', timeZone = 'Europe/Amsterdam' } = client;
      const tab = await (ownTab ? openTab : takeTab)({ ...client, url, locale, timeZone });
      open.push({ tab, end: ownTab ? closeTab : returnTab });
      const { context, page } = tab;
      await page.setViewportSize({ width, height });
      await context.setExtraHTTPHeaders(randomAddress());
      if (as) await context.addCookies([{ ...as.client.cookie, url: `${url}/console`, httpOnly: true }]);
      await page.goto(`${url}/dashboard${path}`);
      return page;
    },
  };
}
