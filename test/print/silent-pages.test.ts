import { expect, test } from 'vitest';
import { PrintPage } from '../../packages/print-engine/pages/print-page.ts';
import { warmUp } from '../../packages/print-engine/pages/warm-up.ts';
import { usePrinter } from './support/printer.ts';

const printer = usePrinter();

const MS = 5_000;

const ERRORS = `<p></p><script>
  for (const type of ['error', 'unhandledrejection'])
    addEventListener(type, ({ defaultPrevented }) => document.querySelector('p').append(type, ' ', defaultPrevented, '; '));
</script><script>throw new Error('x')</script><script>Promise.reject(new Error('x'))</script>`;

const OPENED = `<script>document.open(); document.write(${JSON.stringify(ERRORS).replaceAll('</', '<\\/')}); document.close()</script>`;

// Chromium's main process would read each error of a page, at any length, while all pages wait for it.
test.each<[string, (page: PrintPage) => Promise<unknown>, string]>([
  ['a new page', async () => {}, ERRORS],
  ['a page that was warmed up', warmUp, ERRORS],
  ['a page that had a document', (page) => page.setContent('<p>before', MS), ERRORS],
  ['a page that was cleared', (page) => page.setContent('<p>before', MS).then(() => page.clear()), ERRORS],
  ['a document that opens itself again', async () => {}, OPENED],
])('Chromium hears of no error of %s', async (_what, prepare, html) => {
  const page = await PrintPage.open(await printer.chromium.connect(), 'fast');
  await prepare(page);
  await page.setContent(html, MS);
  const text = `document.querySelector('p').textContent`;
  await expect
    .poll(() => page.evaluate<string>(text, MS), { timeout: MS })
    .toBe('error true; unhandledrejection true; ');
  await page.dispose();
});
