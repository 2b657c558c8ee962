import { deflateSync } from 'node:zlib';
import { describe, expect, test, vi } from 'vitest';
import { Check } from '../archive/check.ts';
import { FontReader } from '../archive/font-reader.ts';
import { Problems } from '../archive/problems.ts';
import { isSrgbProfile, makeSrgbProfile } from '../archive/srgb-profile.ts';
import { unlimited } from './foreign-pdf.ts';
import { requireArchivable } from '../archive/require-archivable.ts';
import { ImpossiblePdf } from '../archive/impossible-pdf.ts';
import { type ByteSource, inMemory } from '../file/byte-source.ts';
import { readReference } from '../file/dictionary.ts';
import { latin1, latin1Bytes } from '../file/latin1.ts';
import { PdfReader } from '../file/reader.ts';
import { PdfRewrite } from '../file/rewrite.ts';
import { readEntries } from '../file/syntax.ts';
import { type Finish, finishPdf } from '../finish/finish.ts';
import { UNCHANGED } from '../options/finish-options.ts';
import { mergePdfs } from '../merge/merge-pdfs.ts';
import type { PdfaLevel } from '../options/finish-options.ts';
import { PdfSplitter } from '../split/split-pdf.ts';
import { readAll, readFixture } from './support.ts';

const NOTHING: Finish = {
  metadata: null,
  attachments: [],
  watermark: null,
  encryption: null,
  mark: null,
  meter: unlimited(),
};

/** For `three-pages`: nothing is transparent. */
const OPAQUE = { '/ca .5': '/ca 1', '/Group <</Type /Group\n/S /Transparency\n/I true>>': '' };

const archive = async (changes: Partial<Finish> = {}): Promise<ByteSource> =>
  finishPdf(await readFixture('three-pages', OPAQUE), { ...NOTHING, pdfa: '2b', ...changes });

const textOf = async (pdf: ByteSource): Promise<string> => latin1.decode(await readAll(pdf));

async function readCatalog(pdf: ByteSource) {
  const reader = await PdfReader.open(pdf, unlimited());
  return { reader, entries: readEntries((await reader.object(readReference(reader.trailer, 'Root'))).text) };
}

async function collect(pieces: AsyncIterable<Uint8Array>): Promise<ByteSource> {
  const all: Uint8Array[] = [];
  for await (const piece of pieces) all.push(piece);
  return inMemory(new Uint8Array(Buffer.concat(all)));
}

/** Returns the reasons why `three-pages` with these changes cannot be PDF/A. */
async function problemsOf(
  changes: Readonly<Record<string, string>>,
  level: PdfaLevel = '2b',
): Promise<readonly string[]> {
  try {
    await requireArchivable(await readFixture('three-pages', changes), level, unlimited());
  } catch (error) {
    if (error instanceof ImpossiblePdf) return error.problems;
    throw error;
  }
  return [];
}

describe('a PDF/A', () => {
  test.each([
    ['2b', '2', 'B'],
    ['3u', '3', 'U'],
    ['1b', '1', 'B'],
  ] as const)('says in its XMP that it is PDF/A-%s', async (pdfa, part, conformance) => {
    const text = await textOf(await archive({ pdfa }));
    expect(text).toContain(`<pdfaid:part>${part}</pdfaid:part>`);
    expect(text).toContain(`<pdfaid:conformance>${conformance}</pdfaid:conformance>`);
    expect(text).toContain('xmlns:pdfaid="http://www.aiim.org/pdfa/ns/id/"');
  });

  test('has an output intent with a profile of three channels, and an identifier', async () => {
    const { reader, entries } = await readCatalog(await archive());
    const intents = entries.get('OutputIntents') ?? '';
    expect(intents).toContain('/S /GTS_PDFA1');
    const profile = await reader.object(readReference(intents, 'DestOutputProfile'));
    expect(profile.text).toContain('/N 3');
    expect(await reader.readStream(profile)).toEqual(makeSrgbProfile(4));
    expect(reader.trailer).toMatch(/\/ID \[<[\dA-F]{32}> <[\dA-F]{32}>\]/);
  });

  test('has a line feed before each object', async () => {
    const pdf = await archive({ mark: 'TEST' });
    const text = await textOf(pdf);
    const { reader } = await readCatalog(pdf);
    for (const id of reader.idsInOrder())
      expect(text[reader.locate(id).offset - 1], `object ${id}`).toBe('\n');
  });

  test('loses its claim when it is changed without a request for PDF/A, and keeps it when nothing changes', async () => {
    const pdf = await archive();
    expect(await textOf(await finishPdf(pdf, { ...NOTHING, mark: 'TEST' }))).toMatch(
      /pdfaid[\s\S]*<x:xmpmeta(?:(?!pdfaid)[\s\S])*$/,
    );
    expect(await finishPdf(pdf, NOTHING)).toBe(pdf);
  });

  test('is split into PDF/A files, and merged into a file without the claim', async () => {
    const pdf = await archive();
    const excerpt = await collect((await PdfSplitter.open(pdf, unlimited())).excerpt([1]));
    const { entries } = await readCatalog(excerpt);
    expect(entries.get('OutputIntents')).toMatch(/\/DestOutputProfile \d+ 0 R/);
    expect(entries.has('Metadata')).toBe(true);
    const inputs = async function* () {
      yield { title: 'One', source: pdf };
    };
    expect(
      (await readCatalog(await collect(mergePdfs(inputs(), 'All', unlimited())))).entries.has('Metadata'),
    ).toBe(false);
  });
});

describe('a PDF/A-1', () => {
  /** Why the document cannot have this object. */
  async function refusalOf(object: string, level: PdfaLevel): Promise<string> {
    const rewrite = new PdfRewrite(
      await PdfReader.open(await readFixture('three-pages', OPAQUE), unlimited()),
    );
    rewrite.add(object);
    try {
      await requireArchivable(await rewrite.finish(), level, unlimited());
      return '';
    } catch (error) {
      return error instanceof ImpossiblePdf ? error.problems.join() : String(error);
    }
  }

  const problemsOfOne = (changes: Readonly<Record<string, string>>) =>
    problemsOf({ ...OPAQUE, ...changes }, '1b');

  test('is PDF 1.4 with a profile of version 2, and lists the glyphs of its fonts', async () => {
    const pdf = await archive({ pdfa: '1b', mark: 'TEST' });
    const { reader, entries } = await readCatalog(pdf);
    expect((await textOf(pdf)).slice(0, 8)).toBe('%PDF-1.4');
    expect(entries.get('Version')).toBe('/1.4');
    const profile = await reader.object(
      readReference(entries.get('OutputIntents') ?? '', 'DestOutputProfile'),
    );
    expect((await reader.readStream(profile)).slice(8, 10)).toEqual(new Uint8Array([2, 0x10]));
    const texts: string[] = [];
    for (const id of reader.idsInOrder()) texts.push((await reader.object(id)).text);
    const lists: number[] = [];
    for (const text of texts.filter((one) => one.includes('/FontFile2'))) {
      const list = await reader.readStream(await reader.object(readReference(text, 'CIDSet')));
      // The glyph of code 0, and that of the code 0D80, which one of the fonts shows.
      lists.push((list[0] ?? 0) & 0x80, (list[0x0d80 >> 3] ?? 0) & 0x80);
    }
    expect(lists.toSorted((one, other) => one - other)).toEqual([0, 0x80, 0x80, 0x80]);
  });

  test('has no object streams, also if the file had some, and a part of it does not claim to be one', async () => {
    const inputs = async function* () {
      yield { title: 'One', source: await readFixture('three-pages', OPAQUE) };
    };
    const packed = await collect(mergePdfs(inputs(), 'All', unlimited()));
    expect(await textOf(packed)).toContain('/ObjStm');
    const pdf = await finishPdf(packed, { ...NOTHING, pdfa: '1b' });
    const text = await textOf(pdf);
    expect(text).not.toMatch(/\/ObjStm|\/Type \/XRef/);
    expect(text).toContain('<pdfaid:part>1</pdfaid:part>');
    expect(await (await PdfReader.open(pdf, unlimited())).pageCount()).toBe(3);
    const excerpt = await collect((await PdfSplitter.open(pdf, unlimited())).excerpt([1]));
    expect(await textOf(excerpt)).not.toContain('pdfaid:part>');
  });

  test('of a page that is a group is one without', async () => {
    const rewrite = new PdfRewrite(
      await PdfReader.open(await readFixture('three-pages', OPAQUE), unlimited()),
    );
    const [page] = await (
      await PdfReader.open(await readFixture('three-pages', OPAQUE), unlimited())
    ).pages();
    rewrite.write(page?.id ?? 0, page?.text.replace('<<', '<</Group <</S /Transparency>> ') ?? '');
    const pdf = await finishPdf(await rewrite.finish(), { ...NOTHING, pdfa: '1b' });
    expect(await textOf(pdf)).not.toContain('/Transparency');
  });

  test.each([
    ['6.4', '<</Type /ExtGState /ca .5>>'],
    ['6.4', '<</Type /ExtGState /CA .5>>'],
    ['6.4', '<</Type /ExtGState /BM /Multiply>>'],
    ['6.4', '<</Type /ExtGState /SMask <</Type /Mask /S /Alpha>>>>'],
    ['6.2.4', '<</Subtype /Image /BitsPerComponent 16>>'],
    ['6.3.4', '<</Subtype /OpenType>>'],
    ['6.1.12', '<</Type /Page /UserUnit 40000.5>>'],
  ])('cannot have what part 1 forbids, by rule %s: %s', async (rule, text) => {
    expect(await refusalOf(text, '1b')).toContain(`rule ${rule} of ISO 19005-1, object`);
    expect(await refusalOf(text, '2b')).not.toContain('ISO 19005-1');
  });

  test('has no lists over its limits', async () => {
    expect(await refusalOf(`<</Type /Pages /Kids [${'1 '.repeat(8_191)}]>>`, '1b')).toBe('');
    expect(await refusalOf(`<</Type /Pages /Kids [${'1 '.repeat(8_192)}]>>`, '1b')).toContain(
      'has a list of 8192 values',
    );
    const fonts = (count: number) =>
      `<</Font <<${Array.from({ length: count }, (_, index) => `/F${index} 1 0 R`).join('')}>>>>`;
    expect(await refusalOf(fonts(4_095), '1b')).toBe('');
    expect(await refusalOf(fonts(4_096), '1b')).toContain('rule 6.1.12 of ISO 19005-1');
  });

  test('has no large numbers in its content', async () => {
    const large = { '-946.875 cm': '-40000.5 cm' };
    expect((await problemsOfOne(large)).join()).toContain(
      'rule 6.1.12 of ISO 19005-1, object 10: the content',
    );
    expect(await problemsOf(large)).toEqual([]);
    expect(await problemsOfOne({})).toEqual([]);
  });

  test('takes the profile of sRGB that Chromium gives to pictures, and no other one of version 4', () => {
    const profile = makeSrgbProfile(4);
    expect(isSrgbProfile(profile)).toBe(true);
    expect(isSrgbProfile(profile.slice(0, 200))).toBe(false);
    const other = profile.slice();
    const offset = new DataView(other.buffer).getUint32(latin1.decode(other).indexOf('gXYZ') + 4);
    new DataView(other.buffer).setInt32(offset + 8, 0);
    expect(isSrgbProfile(other)).toBe(false);
  });
});

describe('the sRGB profile', () => {
  const profile = makeSrgbProfile(4);
  const view = new DataView(profile.buffer);
  const text = (at: number) => latin1.decode(profile.subarray(at, at + 4));
  const tags = new Map(
    Array.from({ length: view.getUint32(128) }, (_, index) => {
      const at = 132 + index * 12;
      return [text(at), { offset: view.getUint32(at + 4), size: view.getUint32(at + 8) }] as const;
    }),
  );
  const readFixed = (name: string, skip = 8): number[] => {
    const { offset, size } = tags.get(name) ?? { offset: 0, size: 0 };
    return Array.from(
      { length: (size - skip) / 4 },
      (_, index) => view.getInt32(offset + skip + index * 4) / 65_536,
    );
  };

  test('is an RGB profile of version 4.3 for a display, as long as it says', () => {
    expect([text(12), text(16), text(20), text(36)]).toEqual(['mntr', 'RGB ', 'XYZ ', 'acsp']);
    expect(view.getUint32(0)).toBe(profile.byteLength);
    expect(view.getUint32(8)).toBe(0x04_30_00_00);
    for (const { offset, size } of tags.values()) {
      expect(offset % 4).toBe(0);
      expect(offset + size).toBeLessThanOrEqual(profile.byteLength);
    }
  });

  test('has the primaries of IEC 61966-2-1, adapted to D50 with the matrix of Bradford', () => {
    const xyz = ([x, y]: readonly [number, number]) => [x / y, 1, (1 - x - y) / y];
    const primaries = (
      [
        [0.64, 0.33],
        [0.3, 0.6],
        [0.15, 0.06],
      ] as const
    ).map(xyz);
    const white = xyz([0.3127, 0.329]);
    const strengths = solve(transpose(primaries), white);
    const bradford = [
      [0.8951, 0.2664, -0.1614],
      [-0.7502, 1.7135, 0.0367],
      [0.0389, -0.0685, 1.0296],
    ];
    const [from, to] = [times(bradford, white), times(bradford, [0.9642, 1, 0.8249])];
    for (const [index, name] of ['rXYZ', 'gXYZ', 'bXYZ'].entries()) {
      const colour = (primaries[index] ?? []).map((value) => value * (strengths[index] ?? 0));
      const adapted = times(bradford, colour).map(
        (value, row) => (value * (to[row] ?? 0)) / (from[row] ?? 1),
      );
      const expected = solve(bradford, adapted);
      for (const [axis, value] of readFixed(name).entries())
        expect(value).toBeCloseTo(expected[axis] ?? 0, 3);
    }
    expect(readFixed('wtpt').map((value) => Number(value.toFixed(4)))).toEqual([0.9642, 1, 0.8249]);
  });

  test('has the curve of sRGB: 0.5 is 21.4% of the light', () => {
    const [g = 0, a = 0, b = 0, c = 0, d = 0] = readFixed('rTRC', 12);
    expect((a * 0.5 + b) ** g).toBeCloseTo(0.214_041, 4);
    expect(c * 0.04).toBeCloseTo(0.04 / 12.92, 4);
    expect(d).toBeCloseTo(0.04045, 4);
  });
});

test('a font is read once, although many pages use it', async () => {
  const reader = await PdfReader.open(await readFixture('three-pages'), unlimited());
  const check = new Check(reader, { level: '2u', problems: new Problems('pdfa'), meter: unlimited() });
  const expand = vi.spyOn(check, 'expand');
  const fonts = new FontReader(check);
  const form = await reader.object(10);
  const [first, second] = [await fonts.readFonts(form.text), await fonts.readFonts(form.text)];
  expect(first.get('F8')).toBe(second.get('F8'));
  // The font file, and the texts of its codes.
  expect(expand).toHaveBeenCalledTimes(2);
});

describe('what cannot be PDF/A is named with its rule and its place', () => {
  test('nothing in a PDF of Chromium', async () => {
    for (const level of ['2b', '2u', '3b', '3u'] as const) expect(await problemsOf({}, level)).toEqual([]);
  });

  test.each([
    ['6.2.11.4.1', 'a font that is not embedded', { '/FontFile2': '/FontFilex' }],
    ['6.2.11.3', 'an encoding that is not Identity', { '/Encoding /Identity-H': '/Encoding /Identity-X' }],
    ['6.3.2', 'a link that is not printed', { '/F 4': '/F 2' }],
    ['6.5.1', 'an action', { '/S /URI\n/URI': '/S /Hide/URI' }],
    ['6.2.11.8', 'a character without a glyph', { '<0D80> Tj': '<0000> Tj' }],
    ['6.2.2', 'a font that the resources do not have', { '/F8 16 Tf': '/F9 16 Tf' }],
    ['6.2.4.3', 'a colour space for a press', { '0 0 0 RG 0 0 0 rg\n/G3 gs\nBT': '/DeviceCMYK cs\nBT' }],
    ['6.2.4.3', 'colours for a press', { '0 0 0 RG 0 0 0 rg\n/G3 gs\nBT': '0 0 0 0 k\n/G3 gs\nBT' }],
    ['6.1.13', 'a page that is too small', { '[0 0 282.95999 227.03999]': '[0 0 2 2]' }],
  ])('rule %s: %s', async (rule, _what, changes) => {
    expect((await problemsOf(changes)).join('\n')).toContain(`options.pdfa: rule ${rule}, `);
  });

  test('a document that is not tagged, for level a', async () => {
    expect((await problemsOf({}, '2a')).join('\n')).toContain('rule 6.7.2.2, the catalog');
  });

  test('a glyph that is not as wide in the font as the PDF says', async () => {
    expect((await problemsOf({ '<0D80> Tj': '<0D81> Tj' })).join()).toContain('rule 6.2.11.5, object 10');
    expect((await problemsOf({ '/FontFile2': '/FontFilx2' })).join()).toContain('rule 6.2.11.5, page 1');
  });

  test('a name that is too long, also if its bytes are written as digits', async () => {
    for (const [name, isLong] of [
      ['x'.repeat(127), false],
      ['x'.repeat(128), true],
      ['#C3#A9'.repeat(64), true],
      [`${'#C3#A9'.repeat(63)}x`, false],
    ] as const) {
      const rewrite = new PdfRewrite(await PdfReader.open(await readFixture('three-pages'), unlimited()));
      rewrite.add(`<</Dest /${name} /Title (/${'z'.repeat(200)})>>`);
      const checked = requireArchivable(await rewrite.finish(), '2b', unlimited());
      if (isLong) await expect(checked).rejects.toThrow(/rule 6\.1\.13, object \d+: a name, such as the id/);
      else await checked;
    }
  });

  test('a glyph without a text gets one if its marked content has it', async () => {
    const archiveForm = async (content: string): Promise<string> => {
      const reader = await PdfReader.open(await readFixture('three-pages'), unlimited());
      const rewrite = new PdfRewrite(reader);
      const map = latin1Bytes(
        '1 begincodespacerange\n<0000> <FFFF>\n1 beginbfchar\n<0D80> <0000>\nendbfchar',
      );
      const mapId = readReference((await reader.object(8)).text, 'ToUnicode');
      rewrite.write(mapId, `<</Length ${map.byteLength}>>`, map);
      const form = await reader.object(10);
      const text = form.text.replace(/\/Length \d+/, `/Length ${content.length}`);
      rewrite.write(10, text, latin1Bytes(content));
      return textOf(await finishPdf(await rewrite.finish(), { ...NOTHING, pdfa: '2u' }));
    };
    const shown = '/F8 16 Tf\n<0D80> Tj';
    const made = await archiveForm(`/Span<</ActualText <feff0642> >> BDC\n${shown}\nEMC`);
    expect(made).toContain('<0D80> <FFFD>');
    expect(made).toContain('<0000> <FFFF>');
    await expect(archiveForm(shown)).rejects.toThrow('rule 6.2.11.7.2, object 10');
  });

  test.each([
    ['6.2.5', '<</HT <</HalftoneType 6>>>>'],
    ['6.2.5', '<</Type /ExtGState /TR /Identity>>'],
    ['6.2.6', '<</Type /ExtGState /RI /Strange>>'],
    ['6.2.10', '<</BM /Strange>>'],
    ['6.2.10', '<</BM [/Normal /Strange]>>'],
    ['6.2.8', '<</Subtype /Image /BitsPerComponent 3>>'],
    ['6.3.1', '<</Subtype /Stamp /Rect [0 0 9 9] /F 4>>'],
    ['6.3.2', '<</Subtype /Link /Rect [0 0 9 9]>>'],
    ['6.3.3', '<</Subtype /Link /Rect [0 0 9 9] /F 4 /AP <<>>>>'],
    ['6.6.2.1', '<</Type /Page /Metadata 2 0 R>>'],
    ['6.1.13', '<</Type /Page /StructParents 12345678901>>'],
    ['6.1.8', '<</S /A#c3>>'],
    ['6.1.8', '<</S /A\u009F>>'],
    ['6.1.8', '<</Type /StructElem /S /P#ff>>'],
    ['6.2.11.2', '<</Subtype /Type0 /Encoding /Identity-H>>'],
    ['6.1.7.2', '<</Filter /LZWDecode>>'],
    ['6.1', '<</Type /Page /toString 1>>'],
    ['6.1', '<</Type /Page /Resources <</Font <</Any 8 0 R>> /Any 8 0 R>>>>'],
  ])('rule %s: an object of another program, %s', async (rule, object) => {
    const rewrite = new PdfRewrite(await PdfReader.open(await readFixture('three-pages'), unlimited()));
    rewrite.add(object);
    await expect(requireArchivable(await rewrite.finish(), '2b', unlimited())).rejects.toThrow(
      `rule ${rule}, object`,
    );
  });

  test('a name that is UTF-8 is allowed, whichever bytes it has', async () => {
    const rewrite = new PdfRewrite(await PdfReader.open(await readFixture('three-pages'), unlimited()));
    rewrite.add('<</S /\u00E2\u0082\u00AC>>');
    await requireArchivable(await rewrite.finish(), '2b', unlimited());
  });

  test('a string of 32,767 bytes in content is allowed', async () => {
    const rewrite = new PdfRewrite(await PdfReader.open(await readFixture('three-pages'), unlimited()));
    const content = `/Span <</ActualText (${'x'.repeat(32_767)})>> BDC EMC`;
    rewrite.write(13, `<</Length ${content.length}>>`, latin1Bytes(content));
    await requireArchivable(await rewrite.finish(), '2b', unlimited());
  });

  test.each([
    ['6.1.13', 'q '.repeat(29) + 'Q '.repeat(29)],
    ['6.1.13', '12345678901 w'],
    ['6.1.13', `/${'n'.repeat(128)} BMC EMC`],
    ['6.1.13', `/Span <</ActualText (${'x'.repeat(32_768)})>> BDC EMC`],
    ['6.1.6', '/Span <</ActualText <123>>> BDC EMC'],
    ['6.2.2', '1 2 foo'],
    ['6.2.2', '1 2 toString'],
    ['6.2.2', 'q } Q'],
    ['6.2.4.3', '0 0 0 1 K'],
    ['6.2.6', '/Strange ri'],
    ['6.2.8', 'BI /W 1 /H 1 /BPC 8 /CS /G ID a EI'],
  ])('rule %s: content of another program', async (rule, content) => {
    const reader = await PdfReader.open(await readFixture('three-pages'), unlimited());
    const rewrite = new PdfRewrite(reader);
    rewrite.write(13, `<</Length ${content.length}>>`, latin1Bytes(content));
    await expect(requireArchivable(await rewrite.finish(), '2b', unlimited())).rejects.toThrow(
      `rule ${rule}, page 3`,
    );
  });

  test('numbers and spaces without end are read in time', async () => {
    const rewrite = new PdfRewrite(await PdfReader.open(await readFixture('three-pages'), unlimited()));
    const content = `${' 1.5'.repeat(250_000)}\n`;
    rewrite.write(13, `<</Length ${content.length}>>`, latin1Bytes(content));
    const startedAt = performance.now();
    await requireArchivable(await rewrite.finish(), '2b', unlimited());
    expect(performance.now() - startedAt).toBeLessThan(30_000);
  });

  test('content that expands to more than a check may read', async () => {
    const reader = await PdfReader.open(await readFixture('three-pages'), unlimited());
    const rewrite = new PdfRewrite(reader);
    const data = deflateSync(new Uint8Array(32_000_001));
    rewrite.write(6, `<</Filter /FlateDecode /Length ${data.byteLength}>>`, data);
    await expect(requireArchivable(await rewrite.finish(), '2b', unlimited())).rejects.toThrow(
      'rule 6.1.7, page 1: its content is too long',
    );
  });

  test('a type of tag that PDF 1.7 does not have and nothing says what it is, for level a', async () => {
    const tagged = await readFixture('linearized');
    const made = await finishPdf(tagged, { ...NOTHING, pdfa: '2a' });
    const { reader, entries } = await readCatalog(made);
    const root = await reader.object(readReference(`/Root ${entries.get('StructTreeRoot')}`, 'Root'));
    expect(root.text).toContain('/Strong /Span');
    await expect(
      finishPdf(tagged, { ...NOTHING, pdfa: '2a', metadata: { ...UNCHANGED, language: 'not one' } }),
    ).rejects.toThrow('rule 6.7.4, the catalog: "not one" is not a language tag');
    const written = Buffer.from(await readAll(made)).toString('latin1');
    for (const [known, strange] of [
      ['H1', 'X1'],
      ['Document', 'toString'],
    ]) {
      const changed = Buffer.from(written.replaceAll(`/S /${known}`, `/S /${strange}`), 'latin1');
      await expect(requireArchivable(inMemory(new Uint8Array(changed)), '2a', unlimited())).rejects.toThrow(
        `"${strange}" is not a standard type of tag`,
      );
    }
  });

  test('attachments of a file that is to be of part 2', async () => {
    const attachment = {
      name: 'a.txt',
      mediaType: 'text/plain',
      description: null,
      relationship: 'Data',
      content: { text: 'x' },
    } as const;
    const pdf = await archive({ pdfa: '3b', attachments: [attachment] });
    await expect(finishPdf(pdf, { ...NOTHING, pdfa: '2b' })).rejects.toThrow('rule 6.8');
  });
});

type Matrix = readonly (readonly number[])[];

const times = (matrix: Matrix, vector: readonly number[]): number[] =>
  matrix.map((row) => row.reduce((sum, value, index) => sum + value * (vector[index] ?? 0), 0));

const transpose = (matrix: Matrix): number[][] =>
  [0, 1, 2].map((column) => matrix.map((row) => row[column] ?? 0));

/** By the rule of Cramer. */
function solve(matrix: Matrix, vector: readonly number[]): number[] {
  const whole = determinant(matrix);
  return [0, 1, 2].map(
    (column) =>
      determinant(
        matrix.map((row, at) => row.map((value, index) => (index === column ? (vector[at] ?? 0) : value))),
      ) / whole,
  );
}

function determinant(matrix: Matrix): number {
  const [[a = 0, b = 0, c = 0] = [], [d = 0, e = 0, f = 0] = [], [g = 0, h = 0, i = 0] = []] = matrix;
  return a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g);
}
