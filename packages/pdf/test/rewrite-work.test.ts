import { expect, test, vi } from 'vitest';
import { inMemory } from '../file/byte-source.ts';
import { latin1Bytes } from '../file/latin1.ts';
import { PdfReader } from '../file/reader.ts';
import { PdfRewrite } from '../file/rewrite.ts';
import { pdfOf, unlimited } from './foreign-pdf.ts';

/** Twice the objects are twice the reads, and one more step of each search. */
const MAX_GROWTH = 2.5;

/** Replaces every other object of a file, and reads the new file. @returns how often a place of an old object was looked at */
async function countLooks(objects: number): Promise<number> {
  const texts = Array.from({ length: objects }, (_, index) => `<</Old ${index}>>`);
  const file = pdfOf(['<</Type/Catalog/Pages 2 0 R>>', '<</Type/Pages/Kids[]/Count 0>>', ...texts]);
  const reader = await PdfReader.open(inMemory(latin1Bytes(file)), unlimited());
  let looks = 0;
  const locate = reader.locate.bind(reader);
  vi.spyOn(reader, 'locate').mockImplementation((id) => {
    const { offset, end } = locate(id);
    return {
      get offset() {
        looks += 1;
        return offset;
      },
      get end() {
        looks += 1;
        return end;
      },
    };
  });
  const rewrite = new PdfRewrite(reader);
  for (let id = 3; id < objects + 3; id += 2) rewrite.write(id, `<</New ${id}>>`);
  const written = await PdfReader.open(await rewrite.finish(), unlimited());
  for (let id = 3; id < objects + 3; id += 1)
    expect((await written.object(id)).text).toBe(id % 2 === 1 ? `<</New ${id}>>` : `<</Old ${id - 3}>>`);
  return looks;
}

test('a file whose objects were replaced is read with work in proportion to its objects', async () => {
  const [one, two, four] = [await countLooks(200), await countLooks(400), await countLooks(800)];
  expect(one).toBeGreaterThan(0);
  expect(two / one).toBeLessThan(MAX_GROWTH);
  expect(four / two).toBeLessThan(MAX_GROWTH);
});
