import { expect, test } from 'vitest';
import { UnprintableJob } from '@platen/print-engine';
import { LEAVING, STAYING } from '../support/leaving.ts';
import { bandOf, jobOf } from './support/jobs.ts';
import { usePrinter } from './support/printer.ts';
import { LONG, typical } from '../support/thorough.ts';

const printer = usePrinter({ ready: 1, concurrent: 2 });

/** A document that only does not load gets this time. One that is refused at once takes a hundredth of it. */
const LOADING_MS = 10_000;

test.each(typical(Object.entries(LEAVING), 5))(
  'a document that %s is refused at once',
  LONG,
  async (_name, html) => {
    const startedAt = performance.now();
    const print = printer.print(jobOf(html));
    await expect(print).rejects.toThrow(UnprintableJob);
    await expect(print).rejects.toThrow('htmlContent: the document goes to another address');
    expect(performance.now() - startedAt).toBeLessThan(LOADING_MS);
  },
);

test('a document that leaves during the wait for a selector is refused', async () => {
  const html = "<p>x<script>setTimeout(() => { location = 'about:blank' }, 200)</script>";
  const print = printer.print(jobOf(html, { waitForSelector: '#never' }));
  await expect(print).rejects.toThrow(UnprintableJob);
});

test.each(Object.entries(STAYING))(
  'a document that %s is printed as it stands',
  async (_name, [html, text]) => {
    const startedAt = performance.now();
    const { document } = await printer.print(jobOf(html));
    expect(await document.text(1)).toBe(text);
    expect(performance.now() - startedAt).toBeLessThan(LOADING_MS);
  },
);

test('a document without a root is printed with fonts, bands and a watermark, too', async () => {
  const html = `<style>@font-face { font-family: f; src: url(data:font/woff2,x) }</style><p>gone
    <script>onload = () => document.documentElement.remove()</script>`;
  const { document } = await printer.print(jobOf(html, { header: bandOf('<p>band'), watermark: 'TEST' }));
  expect(await document.text(1)).toContain('band');
});
