import { Meter } from '@platen/meter';
import { readFile } from 'node:fs/promises';
import { finishPdf, inMemory } from '@platen/pdf';
import { getDocument, OPS } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { expect, test } from 'vitest';
import { isNotMark, withoutMark } from '../../../dashboard/pdf/preview-mark.ts';
import { inProject } from '../../../scripts/project.ts';

const NOTHING = { metadata: null, attachments: [], watermark: null, encryption: null };

async function readPage(mark: string | null) {
  const source = inMemory(
    new Uint8Array(await readFile(inProject('packages/pdf/test/fixtures/three-pages.pdf'))),
  );
  const finished = await finishPdf(source, { ...NOTHING, mark, meter: new Meter({ maxWork: Infinity }) });
  const data = (await finished.read(0, finished.sizeBytes)).slice();
  const page = await (await getDocument({ data, verbosity: 0 }).promise).getPage(1);
  const { items } = await page.getTextContent();
  return { operators: await page.getOperatorList(), items };
}

/** Saving and restoring the state around what a page draws changes nothing. */
const STATE: readonly number[] = [OPS.save, OPS.restore];

test('a preview without its mark draws what the page draws without a mark', async () => {
  const [{ operators, items }, plain] = await Promise.all([readPage('PREVIEW'), readPage(null)]);
  const isShown = withoutMark();
  const shown = operators.fnArray.filter((_, index) => isShown(index, operators));
  const drawn = (list: readonly number[]) => list.filter((operator) => !STATE.includes(operator));
  expect(drawn(operators.fnArray).length).toBeGreaterThan(drawn(shown).length);
  expect(drawn(shown)).toEqual(drawn(plain.operators.fnArray));
  expect(items.filter(isNotMark).map((item) => 'str' in item && item.str)).toEqual(
    plain.items.map((item) => 'str' in item && item.str),
  );
});
