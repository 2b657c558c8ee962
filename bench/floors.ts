import { type CDPSession, launch } from 'puppeteer-core';
import { prepareLocalBrowser } from '../scripts/local-browser.ts';

/** What Chromium itself costs, driven directly over DevTools: nothing in the service can be faster. */
export interface Floors {
  /** The same tab again and again, blanked in between: no isolation, the least that a print can cost. */
  reusedTab(html: string): Promise<Uint8Array>;
  /** A browser context and a tab for each PDF: what Puppeteer recipes and most PDF services do. */
  freshContext(html: string): Promise<Uint8Array>;
  close(): Promise<void>;
}

const A4_INCHES = { paperWidth: 210 / 25.4, paperHeight: 297 / 25.4 };

/** Starts a Chromium of its own, the same program that the local service prints with. */
export async function openFloors(): Promise<Floors> {
  const { executablePath } = await prepareLocalBrowser();
  const browser = await launch({ executablePath, pipe: true });
  const tab = await browser.newPage();
  const session = await tab.createCDPSession();
  await session.send('Page.enable');
  return {
    reusedTab: async (html) => {
      const blank = loaded(session);
      await session.send('Page.navigate', { url: 'about:blank' });
      await blank;
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

const loaded = (session: CDPSession): Promise<void> =>
  new Promise((resolve) => session.once('Page.loadEventFired', () => resolve()));

/** Sets the document, waits for it and its fonts, and prints. */
async function print(session: CDPSession, html: string): Promise<Uint8Array> {
  const { frameTree } = await session.send('Page.getFrameTree');
  const load = loaded(session);
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
