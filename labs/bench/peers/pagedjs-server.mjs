/** Paged.js lays out the pages in Chromium, which prints them. Its own command does the same. */
import { launch } from 'puppeteer';
import { serve } from './serve.mjs';

const browser = await launch({ executablePath: process.env.CHROMIUM, pipe: true, protocolTimeout: 0 });

const START = 'window.PagedConfig = { auto: false }';

await serve(
  async ({ html, script }) => {
    const page = await browser.newPage();
    try {
      await page.emulateMediaType('print');
      await page.setContent(html, { timeout: 0 });
      await page.addScriptTag({ content: START });
      await page.addScriptTag({ path: script });
      await page.evaluate('window.PagedPolyfill.preview().then(() => null)');
      return await page.pdf({ preferCSSPageSize: true, printBackground: true, tagged: false, timeout: 0 });
    } finally {
      await page.close();
    }
  },
  () => browser.close(),
);
