import { describe, expect, test } from 'vitest';
import { InvalidPdfOption } from '../options/invalid-option.ts';
import { inPieces } from '../file/byte-source.ts';
import { UnreadablePdf } from '../file/dictionary.ts';
import { drawOver, type Overlay } from '../finish/overlay.ts';
import { PdfReader, readShownPage } from '../file/reader.ts';
import { tiles } from '../finish/tiles.ts';
import { requireDrawableMark } from '../finish/watermark.ts';
import { type Fixture, readAll, readFixture, readTexts } from './support.ts';
import { unlimited } from '../../../test/support/unlimited.ts';

const openFixture = async (name: Fixture, changes?: Readonly<Record<string, string>>) =>
  PdfReader.open(await readFixture(name, changes), unlimited());

const MARKED: Overlay = { bands: null, watermark: 'TEST', isTagged: false };

describe('reading', () => {
  test('pages are read in order, with their size', async () => {
    const reader = await openFixture('three-pages');
    expect(await reader.pageCount()).toBe(3);
    const sizes = (await reader.pages()).map(readShownPage);
    expect(sizes).toHaveLength(3);
    expect(sizes[0]?.width).toBeCloseTo(283, 0);
    expect(sizes[0]?.height).toBeCloseTo(227, 0);
  });

  test.each<readonly [string, Readonly<Record<string, string>>, string]>([
    ['no end', { startxref: 'startxxxx' }, 'no cross-reference table'],
    ['another kind of table', { 'xref\n0 ': 'xxxx\n0 ' }, 'unknown cross-reference table'],
    ['an earlier version inside', { '/Root ': '/Prev ' }, 'an updated file'],
    ['a wrong page count', { '/Count 3': '/Count 4' }, '3 pages where /Count is 4'],
    ['a page tree without pages', { '/Kids': '/Kidz' }, 'has no /Kids'],
    ['an object in the wrong place', { '\n6 0 obj': '\n9 0 obj' }, 'object 6 is not where'],
  ])('a file with %s is refused', async (_what, changes, message) => {
    const read = async () => {
      const reader = await openFixture('three-pages', changes);
      await reader.pages();
      await reader.object(6);
    };
    await expect(read()).rejects.toThrow(UnreadablePdf);
    await expect(read()).rejects.toThrow(message);
  });

  test('a stream that the file does not hold to its end is refused', async () => {
    const source = await readFixture('three-pages');
    const reader = await PdfReader.open(
      {
        ...source,
        read: async (at, length) => (await source.read(at, length)).slice(0, 4096),
      },
      unlimited(),
    );
    const font = { id: 1, text: '', stream: { offset: 0, length: 5000 } };
    await expect(reader.readStream(font)).rejects.toThrow('object 1 is cut off');
  });
});

describe('drawing over pages', () => {
  test('the watermark is text of every page, once', async () => {
    const texts = await readTexts(await drawOver(await openFixture('three-pages'), MARKED));
    expect(texts).toHaveLength(3);
    for (const text of texts) expect(text.split('TEST')).toHaveLength(2);
    expect(texts[0]).toContain('One link');
  });

  test('the source keeps its bytes, so it can be read again', async () => {
    const source = await readFixture('three-pages');
    const before = (await readAll(source)).slice();
    await readAll(await drawOver(await PdfReader.open(source, unlimited()), MARKED));
    expect(await readAll(source)).toEqual(before);
  });

  test('the result can be read in parts, across the seam', async () => {
    const source = await readFixture('three-pages');
    const marked = await drawOver(await PdfReader.open(source, unlimited()), MARKED);
    const whole = await readAll(marked);
    for (let start = 0; start < whole.byteLength; start += 97) {
      expect(await marked.read(start, 97)).toEqual(whole.slice(start, start + 97));
    }
  });

  test('without bands and watermark the document is returned as it is', async () => {
    const source = await readFixture('three-pages');
    const overlay = { bands: null, watermark: null, isTagged: false };
    expect(await drawOver(await PdfReader.open(source, unlimited()), overlay)).toBe(source);
  });

  test('each page has its sheet, with the resources of the sheet', async () => {
    const bands = { sheets: await readFixture('two-sheets'), sheetOfPage: [0, null, 1] };
    const reader = await openFixture('three-pages');
    const text = Buffer.from(
      await readAll(await drawOver(reader, { bands, watermark: null, isTagged: true })),
    ).toString('latin1');
    expect(text.match(/\/PlatenSheet \d+ 0 R/g)).toHaveLength(2);
    expect(text.match(/\/Artifact BMC/g)).toHaveLength(2);
    expect(text.match(/\/Subtype \/Form/g)?.length).toBeGreaterThanOrEqual(2);
    expect(await readTexts(inPieces([new Uint8Array(Buffer.from(text, 'latin1'))]))).toHaveLength(3);
  });

  const CONTENTS = '/Contents 6 0 R';
  const RESOURCES = '/Type /Page\n/Resources <</ProcSet';

  test.each<readonly [string, Readonly<Record<string, string>>, string]>([
    ['no content', { [CONTENTS]: '/Contentz 6 0 R' }, 'no reference /Contents'],
    ['several contents', { [CONTENTS]: '/Contents [6 7]' }, 'no reference /Contents'],
    ['no resources', { [RESOURCES]: '/Type /Page\n/Resourcez <</ProcSet' }, 'no /Resources'],
    ['shared resources', { [RESOURCES]: '/Type /Page\n/Resources 3 0 R' }, '/Resources is not a dictionary'],
    ['shared drawings', { '/XObject <</X10 10 0 R>>': '/XObject 10 0 R' }, '/XObject is not a dictionary'],
    ['an inherited size', { '/MediaBox': '/MediaBot' }, 'has no /MediaBox'],
  ])('a page with %s fails, and does not lose its watermark', async (_what, changes, message) => {
    const draw = async () => drawOver(await openFixture('three-pages', changes), MARKED);
    await expect(draw()).rejects.toThrow(UnreadablePdf);
    await expect(draw()).rejects.toThrow(message);
  });

  test('a plan for another number of pages fails', async () => {
    const bands = { sheets: await readFixture('two-sheets'), sheetOfPage: [0, 1] };
    const draw = drawOver(await openFixture('three-pages'), { bands, watermark: null, isTagged: false });
    await expect(draw).rejects.toThrow('3 pages where 2 have bands planned');
  });

  test.each<readonly [string, Readonly<Record<string, string>>, string]>([
    ['without its content', { '/Contents 4 0 R': '/Contentz 4 0 R' }, 'no reference /Contents'],
    ['without its resources', { [RESOURCES]: '/Type /Page\n/Resourcez <</ProcSet' }, 'no /Resources'],
  ])('a sheet %s fails', async (_what, changes, message) => {
    const bands = { sheets: await readFixture('two-sheets', changes), sheetOfPage: [0, 0, 0] };
    const draw = drawOver(await openFixture('three-pages'), { bands, watermark: null, isTagged: false });
    await expect(draw).rejects.toThrow(message);
  });

  test('a sheet that was not printed fails', async () => {
    const bands = { sheets: await readFixture('two-sheets'), sheetOfPage: [0, 1, 2] };
    const draw = drawOver(await openFixture('three-pages'), { bands, watermark: null, isTagged: false });
    await expect(draw).rejects.toThrow('no sheet 2: there are 2');
  });
});

describe('a marked file has no unmarked version', () => {
  const BOTH: Overlay = { ...MARKED, isTagged: true };
  const markedBytes = async () => {
    const bands = { sheets: await readFixture('two-sheets'), sheetOfPage: [0, null, 1] };
    return readAll(await drawOver(await openFixture('three-pages'), { ...BOTH, bands }));
  };

  test('it ends once, has one cross-reference table and each page once', async () => {
    const text = Buffer.from(await markedBytes()).toString('latin1');
    for (const once of [/%%EOF/g, /startxref/g, /\ntrailer\n/g, /\nxref\n/g]) {
      expect(text.match(once), String(once)).toHaveLength(1);
    }
    expect(text).not.toContain('/Prev ');
    expect(text.match(/\/Type \/Page\b/g)).toHaveLength(3);
    expect(text.match(/\/Contents \[/g)).toHaveLength(3);
  });

  test('every entry of its table leads to the object', async () => {
    const bytes = await markedBytes();
    const reader = await PdfReader.open(inPieces([bytes]), unlimited());
    const used = reader.offsets.flatMap((offset, id) => (offset > 0 ? [id] : []));
    for (const id of used) await reader.object(id);
    expect(await reader.pages()).toHaveLength(3);
  });

  test('cut off anywhere and repaired, it has marked pages or none', async () => {
    const bytes = await markedBytes();
    const text = Buffer.from(bytes).toString('latin1');
    const trailer = Buffer.from(`trailer\n<<${/\/Root \d+ 0 R/.exec(text)?.[0]}>>\nstartxref\n0\n%%EOF\n`);
    const ends = Array.from(text.matchAll(/endobj\n/g), ({ index }) => index + 'endobj\n'.length);
    let pages = 0;
    for (const end of ends) {
      const texts = await readTexts(inPieces([bytes.slice(0, end), trailer])).catch(() => []);
      // The repair makes an empty page where a page is missing.
      const drawn = texts.filter((pageText) => pageText !== '');
      for (const pageText of drawn) expect(pageText).toContain('TEST');
      pages += drawn.length;
    }
    // With all objects, the repair finds all pages.
    expect(pages).toBeGreaterThanOrEqual(3);
  });
});

describe('the tiles of a watermark', () => {
  test.each<readonly [string, number, number]>([
    ['a label', 85, 57],
    ['A4', 595, 842],
    ['a receipt', 227, 3000],
    ['the largest page', 14_400, 14_400],
  ])('no square of 60 mm of %s is without a word', (_paper, width, height) => {
    const { places, cos, sin, scale } = tiles({ width, height }, 31.2, 10);
    const middles = places.map(({ x, y }) => ({
      x: x + (15.6 * cos - 5 * sin) * scale,
      y: y + (15.6 * sin + 5 * cos) * scale,
    }));
    const side = Math.min(170, width, height);
    const random = (limit: number, index: number) => (((index * 7919) % 1009) / 1009) * limit;
    for (let index = 0; index < 200; index += 1) {
      const [left, bottom] = [random(width - side, index), random(height - side, index * 31 + 7)];
      const inside = middles.some(
        ({ x, y }) => x >= left && x <= left + side && y >= bottom && y <= bottom + side,
      );
      expect(inside, `${left} ${bottom}`).toBe(true);
    }
    expect(places.length).toBeLessThan(20_000);
  });
});

describe('the text of a watermark', () => {
  test.each(['TEST', 'Preview', 'T W'])('%s can be drawn', (text) => {
    expect(() => requireDrawableMark(text)).not.toThrow();
  });

  test.each([
    ['COPY', 'there is no letter for C'],
    ['', 'is empty'],
    ['T'.repeat(25), 'is over 24 letters'],
  ])('"%s" fails before anything is printed', (text, message) => {
    expect(() => requireDrawableMark(text)).toThrow(InvalidPdfOption);
    expect(() => requireDrawableMark(text)).toThrow(message);
  });
});
