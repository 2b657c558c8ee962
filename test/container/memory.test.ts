import { expect, test } from 'vitest';
import { UnprintableJob } from '@platen/print-engine';
import { print, script, testHeavyDocuments, useLittleMemory } from './support/heavy-documents.ts';

const renderer = useLittleMemory();

testHeavyDocuments(renderer, ['typed arrays without end']);

test('of two documents that need the memory of all pages, the larger one fails with its field', async () => {
  // It keeps what it has for a while when it gets no more.
  const heavy = script(`const held = []; let until = Infinity;
    while (Date.now() < until)
      try { if (until === Infinity) held.push(new Uint8Array(2 ** 22).fill(1)) } catch { until = Date.now() + 3000 }`);
  const outcomes = await Promise.all(
    ['ws_one', 'ws_two'].map((id) => print(renderer, heavy, id).catch((error: unknown) => error)),
  );
  const failed = outcomes.filter((outcome) => outcome instanceof UnprintableJob);
  expect(failed.map(String)).toContain(
    'UnprintableJob: htmlContent: the document needs more memory than its page may have',
  );
});
