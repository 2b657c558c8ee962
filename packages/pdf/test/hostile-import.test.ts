import { deflateSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { IMPORT_LIMITS } from '../import/limits.ts';
import { COSTLY_FILES, withPackedObject } from './costly-files.ts';
import { endOf, simple, stream } from './foreign-pdf.ts';

/** With smaller limits, smaller files are refused. `hostile-import.long.test.ts` has those of the service. */
const SMALL = 1 / 50;
const LIMITS = {
  ...IMPORT_LIMITS,
  baseWork: IMPORT_LIMITS.baseWork * SMALL,
  expandedBytes: IMPORT_LIMITS.expandedBytes * SMALL,
  stringCharacters: IMPORT_LIMITS.stringCharacters * SMALL,
};

/** A stranger may send such files to make the reader loop, wait or fill its memory. Each read ends, with the page or with an error. */
describe('a hostile file', () => {
  test.each(COSTLY_FILES)('has %s', async (_, file, end) => {
    expect(await endOf(file(SMALL), LIMITS)).toBe(end);
  });

  test('has an object stream that is in itself, or is cut', async () => {
    expect(await endOf(withPackedObject('x', '/Extends 6 0 R'))).toMatch(/cannot be expanded|^1$/);
    const cut = deflateSync('9 0 <</First 9 0 R>>').toString('latin1');
    expect(await endOf(withPackedObject(cut))).toBe('1');
  });

  test('has a page tree that is in itself', async () => {
    expect(await endOf(simple('', '', [], '/Kids[2 0 R 3 0 R 2 0 R 3 0 R]/Count 9'))).toBe('1');
    expect(await endOf(simple('', '', [], `/Kids[${'3 0 R '.repeat(10_000)}]/Count 10000`))).toBe('1');
  });

  test('has cross-references that lead back, or to nothing', async () => {
    const text = simple();
    const start = /startxref\n(\d+)/.exec(text)?.[1] ?? '';
    expect(await endOf(text.replace('trailer\n<<', `trailer\n<</Prev ${start}/XRefStm ${start}`))).toBe('1');
    expect(await endOf(text.replace('trailer\n<<', 'trailer\n<</Prev 999999999'))).toBe('1');
  });

  test('declares gigabytes', async () => {
    const text = simple();
    expect(await endOf(text.replace('xref\n0 6', 'xref\n0 4294967295'))).toBe('1');
    expect(await endOf(text.replace('xref\n0 6', 'xref\n4294967290 6'))).toMatch(/object 429496729\d/);
    expect(await endOf(text.replace('/Size 6', '/Size 4294967295'))).toBe('1');
    const rows = deflateSync(Buffer.alloc(8)).toString('latin1');
    const table = stream(
      rows,
      '/Type/XRef/Root 1 0 R/W[1 2 1]/Size 9/Index[0 4000000000]/Filter/FlateDecode/DecodeParms<</Predictor 12/Columns 2000000000>>',
    );
    expect(
      await endOf(
        text.replace(/xref\n[\s\S]*/, `9 0 obj\n${table}\nendobj\nstartxref\n${text.indexOf('xref\n')}\n`),
      ),
    ).toBe('1');
  });

  test('has values in values, and lengths of lengths', async () => {
    expect(await endOf(simple(`/Deep ${'['.repeat(100_000)}`))).toMatch(/nested|catalog|cut|pages/);
    expect(await endOf(simple(`/Deep ${'<</A'.repeat(50_000)}`))).toMatch(/nested|catalog|cut|pages/);
    const loops = Array.from(
      { length: 500 },
      (_, index) => `<</Length ${((index + 1) % 500) + 6} 0 R>>\nstream\nx\nendstream`,
    );
    expect(await endOf(simple('', '/Annots 6 0 R/Metadata 6 0 R', loops))).toBe('1');
  });

  test('has bookmarks, tags and names in a circle', async () => {
    const text = simple(
      '/Outlines 6 0 R/StructTreeRoot 8 0 R/Names<</Dests 9 0 R/EmbeddedFiles 9 0 R>>',
      '',
      [
        '<</First 7 0 R/Last 7 0 R/Count 1>>',
        '<</Title(A)/Next 7 0 R/First 6 0 R/Dest[3 0 R/Fit]>>',
        '<</Type/StructTreeRoot/K[8 0 R]/ParentTree 9 0 R/RoleMap<</A/B/B/A>>>>',
        '<</Kids[9 0 R 9 0 R]/Names[(..\\057..\\057etc\\057passwd)9 0 R]/Nums[0 8 0 R]>>',
      ],
    );
    expect(await endOf(text)).toBe('1');
  });
});
