import { expect, test } from 'vitest';
import { PrintPage } from '../../packages/print-engine/pages/print-page.ts';
import { usePrinter } from './support/printer.ts';
import { variation } from '../support/thorough.ts';

const printer = usePrinter();

/** In milliseconds. */
const TIMEOUT_MS = 10_000;

/** What a page has in memory after each of 100 documents. */
async function countAfterEach(html: string, prepare: (page: PrintPage) => Promise<void>) {
  const page = await PrintPage.open(await printer.chromium.connect(), 'fast');
  const counts = { documents: 0, nodes: 0 };
  for (let document = 0; document < 100; document += 1) {
    await page.setContent(html, TIMEOUT_MS);
    await prepare(page);
    const { documents, nodes } = await page.send('Memory.getDOMCounters', {}, TIMEOUT_MS);
    counts.documents = Math.max(counts.documents, documents);
    counts.nodes = Math.max(counts.nodes, nodes);
  }
  await page.dispose();
  return counts;
}

test('a page that prints one document after another gives their memory back', async () => {
  const { documents } = await countAfterEach('<p>One of many', (page) => page.clear());
  expect(documents).toBeLessThan(50);
});

variation('so does a page that is not cleared', async () => {
  const { nodes } = await countAfterEach('<p>x'.repeat(100), (page) => page.renew());
  // A paragraph and its text.
  expect(nodes).toBeLessThan(50 * 2 * 110);
});
