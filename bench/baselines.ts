import { type CDPSession, launch } from 'puppeteer-core';
import { prepareLocalBrowser } from '../scripts/local-browser.ts';

/** Chromium driven directly over DevTools, for comparison. */
export interface Baselines {
  /** Prints in one tab, which loads about:blank before each print. There is no isolation. */
  reusedTab(html: string): Promise<Uint8Array>;
  /** Opens a browser context and a tab for each PDF, like Puppeteer's examples and most PDF services. */
  freshContext(html: string): Promise<Uint8Array>;
  close(): Promise<void>;
}

const A4_INCHES = { paperWidth: 210 / 25.4, paperHeight: 297 / 25.4 };

/** Starts a separate Chromium, the program that the local service prints with. */
export async function openBaselines(): Promise<Baselines> {
  const { executablePath } = await prepareLocalBrowser();
  const browser = await launch({ executablePath, pipe: true });
  const tab = await browser.newPage();
  const session = await tab.createCDPSession();
  await session.send('Page.enable');
  return {
    reusedTab: async (html) => {
      const load = waitForLoad(session);
      await session.send('Page.navigate', { url: 'about:blank' });
      await load;
      return print(session, html);
    },
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

async function print(session: CDPSession, html: string): Promise<Uint8Array> {
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
  });
  return Buffer.from(data, 'base64');
}
