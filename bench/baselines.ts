import { type CDPSession, launch } from 'puppeteer-core';
import type { ChromiumBands } from './workloads.ts';
import { prepareLocalBrowser } from '../scripts/local-browser.ts';

/** Chromium driven directly over DevTools, for comparison. */
export interface Baselines {
  /** Prints in one tab, which loads about:blank before each print. There is no isolation. */
  reusedTab(html: string, bands?: ChromiumBands): Promise<Uint8Array>;
  /** Opens as many tabs. Each is used again for each print of its client. */
  reusedTabs(count: number): Promise<readonly ((html: string) => Promise<Uint8Array>)[]>;
  /** Opens a browser context and a tab for each PDF, like Puppeteer's examples and most PDF services. */
  freshContext(html: string): Promise<Uint8Array>;
  close(): Promise<void>;
}

const A4_INCHES = { paperWidth: 210 / 25.4, paperHeight: 297 / 25.4 };

/** Starts a separate Chromium, the program that the local service prints with. */
export async function openBaselines(): Promise<Baselines> {
  const { executablePath } = await prepareLocalBrowser();
  const browser = await launch({ executablePath, pipe: true });
  const openTab = async (): Promise<Baselines['reusedTab']> => {
    const tab = await browser.newPage();
    const session = await tab.createCDPSession();
    await session.send('Page.enable');
    return async (html, bands) => {
      const load = waitForLoad(session);
      await session.send('Page.navigate', { url: 'about:blank' });
      await load;
      return print(session, html, bands);
    };
  };
  return {
    reusedTab: await openTab(),
    reusedTabs: (count) => Promise.all(Array.from({ length: count }, openTab)),
    freshContext: async (html) => {
      const context = await browser.createBrowserContext();
      try {
        const page = await context.newPage();
        const own = await page.createCDPSession();
        await own.send('Page.enable');
        return await print(own, html);
      } finally {
        await context.close();
      }
    },
    close: () => browser.close(),
  };
}

const waitForLoad = (session: CDPSession): Promise<void> =>
  new Promise((resolve) => session.once('Page.loadEventFired', () => resolve()));

async function print(session: CDPSession, html: string, bands?: ChromiumBands): Promise<Uint8Array> {
  const { frameTree } = await session.send('Page.getFrameTree');
  const load = waitForLoad(session);
  await session.send('Page.setDocumentContent', { frameId: frameTree.frame.id, html });
  await load;
  await session.send('Runtime.evaluate', {
    expression: 'document.fonts.ready.then(() => 1)',
    awaitPromise: true,
  });
  const { data } = await session.send('Page.printToPDF', {
    ...A4_INCHES,
    printBackground: true,
    generateTaggedPDF: false,
    ...(bands && toParameters(bands)),
  });
  return Buffer.from(data, 'base64');
}

const MM_PER_INCH = 25.4;

const toParameters = ({ headerTemplate, footerTemplate, marginTopMm, marginBottomMm }: ChromiumBands) => ({
  displayHeaderFooter: true,
  headerTemplate,
  footerTemplate,
  marginTop: marginTopMm / MM_PER_INCH,
  marginBottom: marginBottomMm / MM_PER_INCH,
});
