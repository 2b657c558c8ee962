/** jsreport with a pool of Chromes, behind plain HTTP: without its studio, its storage and its templates. */
import chromePdf from '@jsreport/jsreport-chrome-pdf';
import createJsreport from '@jsreport/jsreport-core';
import { serve } from './serve.mjs';

const WORKERS = 2;
const HOUR_MS = 3_600_000;

const jsreport = createJsreport({
  discover: false,
  loadConfig: false,
  autoTempCleanup: true,
  logger: { silent: true },
  reportTimeout: HOUR_MS,
  workers: { numberOfWorkers: WORKERS },
  chrome: {
    strategy: 'chrome-pool',
    numberOfWorkers: WORKERS,
    timeout: HOUR_MS,
    launchOptions: { executablePath: process.env.CHROMIUM },
  },
});
jsreport.use(chromePdf());
await jsreport.init();

await serve(
  async ({ html, pdf = {} }) => {
    const { margin = {}, displayHeaderFooter, headerTemplate, footerTemplate } = pdf;
    const { content } = await jsreport.render({
      template: {
        content: html,
        engine: 'none',
        recipe: 'chrome-pdf',
        chrome: {
          format: 'A4',
          printBackground: true,
          marginTop: margin.top,
          marginRight: margin.right,
          marginBottom: margin.bottom,
          marginLeft: margin.left,
          displayHeaderFooter,
          headerTemplate,
          footerTemplate,
        },
      },
    });
    return content;
  },
  () => jsreport.close(),
);
