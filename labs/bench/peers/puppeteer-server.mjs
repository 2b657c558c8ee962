/** What the examples of Puppeteer do: one browser, a context and a page for each request. */
import { launch } from 'puppeteer';
import { serve } from './serve.mjs';

const browser = await launch({ executablePath: process.env.CHROMIUM, pipe: true });

await serve(
  async ({ html, pdf }) => {
    const context = await browser.createBrowserContext();
    try {
      const page = await context.newPage();
      await page.setContent(html, { timeout: 0 });
      return await page.pdf({ format: 'A4', printBackground: true, tagged: false, timeout: 0, ...pdf });
    } finally {
      await context.close();
    }
  },
  () => browser.close(),
);
