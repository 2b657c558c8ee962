import { expect, test } from 'vitest';
import { PrintPage } from '../../renderer/engine/pages/print-page.ts';
import { usePrinter } from './support/printer.ts';

const printer = usePrinter();

/** In milliseconds. */
const TIMEOUT_MS = 10_000;

test('a page that prints one document after another gives their memory back', async () => {
  const page = await PrintPage.open(await printer.chromium.connect());
  const counts: number[] = [];
  for (let document = 0; document < 100; document += 1) {
    await page.setContent('<p>One of many', TIMEOUT_MS);
    await page.clear();
    const { documents } = await page.send('Memory.getDOMCounters', {}, TIMEOUT_MS);
    counts.push(documents);
  }
  expect(Math.max(...counts)).toBeLessThan(50);
  await page.dispose();
});
