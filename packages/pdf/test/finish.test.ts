import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { describe, expect, test } from 'vitest';
import { InvalidPdfOption } from '../options/invalid-option.ts';
import {
  type Attachment,
  type EncryptionOptions,
  type Metadata,
  UNCHANGED,
} from '../options/finish-options.ts';
import { type ByteSource, inMemory } from '../file/byte-source.ts';
import { EncryptedPdf } from '../file/dictionary.ts';
import { toFlags } from '../encrypt/keys.ts';
import { type Finish, finishPdf } from '../finish/finish.ts';
import { placeStamps } from '../finish/stamp.ts';
import { findStrings, readEntries, readString, readTextString, toTextString } from '../file/syntax.ts';
import { unlimited } from './foreign-pdf.ts';
import { readAll, readFixture, readTexts } from './support.ts';

const NOTHING: Finish = {
  metadata: null,
  attachments: [],
  watermark: null,
  encryption: null,
  mark: null,
  meter: unlimited(),
};

const METADATA: Metadata = {
  title: 'Rechnung (№ 1) 请求 <&>',
  author: null,
  subject: 'Räder',
  keywords: ['one', 'two'],
  creator: 'Acme',
  language: 'de-DE',
};

/** The dates of `three-pages`. */
const DATES = "/CreationDate (D:20261121234406+00'00')\n/ModDate (D:20261121234406+00'00')";

/** Source: XML 1.0, 2.2. */
const XML_CHARACTERS = /^[\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]+$/u;

const fileOf = (name: string, changes: Partial<Attachment> = {}): Attachment => ({
  name,
  mediaType: 'text/xml',
  description: null,
  relationship: 'Data',
  content: { text: '<räder/>'.repeat(100) },
  ...changes,
});

const ENCRYPTION: EncryptionOptions = { userPassword: 'user', ownerPassword: 'owner', permissions: null };

const finish = async (changes: Partial<Finish>): Promise<ByteSource> =>
  finishPdf(await readFixture('three-pages'), { ...NOTHING, ...changes });

const open = async (source: ByteSource, password?: string) =>
  getDocument({ data: (await readAll(source)).slice(), verbosity: 0, ...(password && { password }) }).promise;

/** Pairs of name and content. */
async function readAttachments(document: Awaited<ReturnType<typeof open>>): Promise<[string, string][]> {
  const found: [string, string][] = [];
  for (const [id, { filename }] of (await document.getAttachments()) ?? []) {
    const content = await document.getAttachmentContent(id);
    found.push([filename, new TextDecoder().decode(content ?? undefined)]);
  }
  return found;
}

describe('metadata', () => {
  test('the information and XMP say the same', async () => {
    const { info, metadata } = await (await open(await finish({ metadata: METADATA }))).getMetadata();
    expect(info).toMatchObject({
      Title: METADATA.title,
      Subject: 'Räder',
      Keywords: 'one, two',
      Creator: 'Acme',
      Producer: 'Skia/PDF m153',
      CreationDate: "D:20261121234406+00'00'",
      Language: 'de-DE',
    });
    expect(metadata?.get('dc:title')).toBe(METADATA.title);
    expect(metadata?.get('dc:subject')).toEqual(['one', 'two']);
    expect(metadata?.get('xmp:creatortool')).toBe('Acme');
    expect(metadata?.get('pdf:producer')).toBe('Skia/PDF m153');
    expect(metadata?.get('xmp:createdate')).toBe('2026-11-21T23:44:06+00:00');
  });

  test.each([
    ['a\u{0}b\u{B}\u{1F}c', 'a b c'],
    ['a\u{7F}b\u{9F}c', 'a b c'],
    ['a\u{FFFE}\u{FFFF}', 'a\u{FFFD}\u{FFFD}'],
    ['\u{D800}a\u{DFFF}', '\u{FFFD}a\u{FFFD}'],
    [']]>&lt;😀', ']]>&lt;😀'],
  ])('XMP is well-formed with %j, in the metadata and in the title of the file', async (text, readable) => {
    const given = {
      title: text,
      author: text,
      subject: text,
      keywords: [text],
      creator: text,
      language: text,
    };
    const titled = await readFixture('three-pages', { [DATES]: `/Title ${toTextString(text)}` });
    const described = await finish({ metadata: given });
    for (const file of [described, await finishPdf(titled, { ...NOTHING, metadata: UNCHANGED })]) {
      const { info, metadata } = await (await open(file)).getMetadata();
      const xmp = Buffer.from(await readAll(file))
        .toString()
        .match(/<x:xmpmeta.*<\/x:xmpmeta>/s)?.[0];
      expect(xmp).toMatch(XML_CHARACTERS);
      expect(info).toMatchObject({ Title: readable });
      expect(metadata?.get('dc:title')).toBe(readable);
    }
  });

  test('a second finish keeps what it does not change', async () => {
    const first = await finish({ metadata: METADATA });
    const changes: Metadata = { ...METADATA, title: 'New', subject: null, keywords: null, language: null };
    const second = await finishPdf(first, { ...NOTHING, metadata: changes });
    const { info, metadata } = await (await open(second)).getMetadata();
    expect(info).toMatchObject({ Title: 'New', Subject: 'Räder', Keywords: 'one, two', Language: 'de-DE' });
    expect(metadata?.get('dc:title')).toBe('New');
    expect(metadata?.get('dc:subject')).toEqual(['one', 'two']);
    expect(Buffer.from(await readAll(second)).toString('latin1')).not.toContain(
      toTextString(METADATA.title ?? ''),
    );
  });

  test('the first half of the identifier stays, and the second changes', async () => {
    const marked = await finish({ mark: 'TEST' });
    const again = await finishPdf(marked, { ...NOTHING, metadata: METADATA });
    const [one, two] = [(await open(marked)).fingerprints, (await open(again)).fingerprints];
    expect(one[0]).toMatch(/^[\da-f]{32}$/);
    expect(two[0]).toBe(one[0]);
    expect(two[1]).not.toBe(one[1]);
  });
});

describe('attachments', () => {
  const attachments = [
    fileOf('räder.xml'),
    fileOf('b.bin', { content: { base64: btoa('hello') }, mediaType: 'application/octet-stream' }),
  ];

  const read = async (source: ByteSource, password?: string) => readAttachments(await open(source, password));

  test('readers find each file with its content', async () => {
    expect(await read(await finish({ attachments }))).toEqual([
      ['b.bin', 'hello'],
      ['räder.xml', '<räder/>'.repeat(100)],
    ]);
  });

  test('a second finish adds to them', async () => {
    const first = await finish({ attachments });
    const second = await finishPdf(first, { ...NOTHING, attachments: [fileOf('a.xml')] });
    expect((await read(second)).map(([name]) => name)).toEqual(['a.xml', 'b.bin', 'räder.xml']);
  });

  test('a name that the file has is refused', async () => {
    const first = await finish({ attachments });
    const again = finishPdf(first, { ...NOTHING, attachments: [fileOf('a.xml'), fileOf('b.bin')] });
    await expect(again).rejects.toThrow(InvalidPdfOption);
    await expect(again).rejects.toThrow('options.attachments[1].name');
  });

  test('an encrypted file has them too', async () => {
    expect(await read(await finish({ attachments, encryption: ENCRYPTION }), 'user')).toHaveLength(2);
  });
});

describe('a watermark', () => {
  const stamp = async (changes: object = {}) => ({
    sheet: await readFixture('three-pages'),
    opacity: 0.5,
    angle: 45,
    layer: 'above' as const,
    tiled: false,
    widthMm: null,
    pageRanges: null,
    ...changes,
  });

  test('is on the pages of its ranges', async () => {
    const plain = await readTexts(await readFixture('three-pages'));
    const texts = await readTexts(await finish({ watermark: await stamp({ pageRanges: '1,3' }) }));
    expect(texts.map((text, page) => text === plain[page])).toEqual([false, true, false]);
  });

  test('a range past the end is refused', async () => {
    const refused = finish({ watermark: await stamp({ pageRanges: '2-4' }) });
    await expect(refused).rejects.toThrow('options.watermark.pageRanges: 2-4 is past the end');
  });

  test('below the content it comes first, and the mark of test keys comes last', async () => {
    const contentsOf = async (source: ByteSource) =>
      /\/Contents \[([^\]]*)\]/
        .exec(Buffer.from(await readAll(source)).toString('latin1'))?.[1]
        ?.match(/\d+ 0 R/g);
    const above = await finish({ watermark: await stamp(), mark: 'TEST' });
    const below = await finish({ watermark: await stamp({ layer: 'below' }), mark: 'TEST' });
    expect((await contentsOf(above))?.indexOf('6 0 R')).toBe(1);
    expect((await contentsOf(below))?.indexOf('6 0 R')).toBe(2);
    expect(await readTexts(below)).toEqual(['One linkOne linkTEST', 'One link■TEST', 'One linkTEST']);
  });

  test('a page can be drawn on again', async () => {
    const once = await finish({ watermark: await stamp(), mark: 'TEST' });
    const [twice] = await readTexts(await finishPdf(once, { ...NOTHING, mark: 'TEST' }));
    expect(twice?.split('TEST')).toHaveLength(3);
  });

  test.each([0, 30, 45, 90, 200, -45])('one at %d degrees is in the middle and fits', (angle) => {
    const [page, sheet] = [
      { width: 600, height: 800 },
      { width: 300, height: 60 },
    ];
    const { scale, cos, sin, places } = placeStamps(page, sheet, { tiled: false, angle, widthMm: null });
    const corners = [
      [0, 0],
      [300, 0],
      [0, 60],
      [300, 60],
    ].map(([x = 0, y = 0]) => ({
      x: (places[0]?.x ?? 0) + scale * (x * cos - y * sin),
      y: (places[0]?.y ?? 0) + scale * (x * sin + y * cos),
    }));
    const [xs, ys] = [corners.map(({ x }) => x), corners.map(({ y }) => y)];
    expect((Math.min(...xs) + Math.max(...xs)) / 2).toBeCloseTo(300);
    expect((Math.min(...ys) + Math.max(...ys)) / 2).toBeCloseTo(400);
    expect(Math.min(...xs)).toBeGreaterThanOrEqual(0);
    expect(Math.max(...ys)).toBeLessThanOrEqual(800);
  });

  test('the smallest on the largest page are not too many', () => {
    const page = { width: 14_400, height: 14_400 };
    const { places } = placeStamps(page, { width: 300, height: 60 }, { tiled: true, angle: 45, widthMm: 5 });
    expect(places.length).toBeGreaterThan(1_000);
    expect(places.length).toBeLessThan(5_000);
  });
});

describe('encryption', () => {
  test('without limits every permission is set, and with all of them off, reading aloud is', () => {
    const nothing = { copy: false, modify: false, annotate: false, fillForms: false, assemble: false };
    expect(toFlags(null)).toBe(-4);
    expect(toFlags({ ...nothing, print: 'none' })).toBe(-3_392);
    expect(toFlags({ ...nothing, print: 'high' }) & 0b1000_0000_0100).toBe(0b1000_0000_0100);
  });

  test.each(['user', 'owner'])('the %s password opens it', async (password) => {
    const texts = await readTexts(await readFixture('three-pages'));
    const document = await open(await finish({ encryption: ENCRYPTION, metadata: METADATA }), password);
    expect(document.numPages).toBe(texts.length);
    expect((await document.getMetadata()).info).toMatchObject({ Title: METADATA.title });
    const { items } = await (await document.getPage(1)).getTextContent();
    expect(items.map((item) => ('str' in item ? item.str : '')).join('')).toBe(texts[0]);
  });

  test.each([undefined, '', 'wrong', 'User'])('%s does not', async (password) => {
    await expect(open(await finish({ encryption: ENCRYPTION }), password)).rejects.toThrow(/password/i);
  });

  test('with the password of an owner alone, everyone can open it', async () => {
    const encryption = { ...ENCRYPTION, userPassword: null };
    expect((await open(await finish({ encryption }))).numPages).toBe(3);
  });

  test('with the password of a user alone, no other one opens it', async () => {
    const source = await finish({ encryption: { ...ENCRYPTION, ownerPassword: null } });
    expect((await open(source, 'user')).numPages).toBe(3);
    await expect(open(source, '')).rejects.toThrow(/password/i);
  });

  test('no string and no stream of the file is left in it', async () => {
    const plain = Buffer.from(await readAll(await finish({ metadata: METADATA }))).toString('latin1');
    const encrypted = Buffer.from(
      await readAll(await finish({ metadata: METADATA, encryption: ENCRYPTION })),
    ).toString('latin1');
    expect(plain).toContain('https://example.com/');
    for (const text of ['https://example.com/', 'Chromium', 'Skia/PDF', 'rdf:RDF', toTextString('Räder')])
      expect(encrypted).not.toContain(text);
  });

  test('its size is known, and it can be read in any order', async () => {
    const source = await finish({ encryption: ENCRYPTION });
    const whole = (await readAll(source)).slice();
    expect(whole.byteLength).toBe(source.sizeBytes);
    for (const start of [5_000, 0, 17, 20_000, 4_999, source.sizeBytes - 10])
      expect(await source.read(start, 333)).toEqual(whole.slice(start, start + 333));
    const [late, early] = await Promise.all([source.read(9_000, 100), source.read(10, 100)]);
    expect(late).toEqual(whole.slice(9_000, 9_100));
    expect(early).toEqual(whole.slice(10, 110));
  });

  test('a large stream is encrypted in pieces', async () => {
    const content = Array.from({ length: 700_001 }, (_, index) =>
      String.fromCharCode(65 + (index % 26)),
    ).join('');
    const attachments = [fileOf('large.bin', { content: { base64: btoa(content) } })];
    const source = await finish({ attachments, encryption: ENCRYPTION });
    const pieces: Uint8Array[] = [];
    for (let at = 0; at < source.sizeBytes; at += 100_000) pieces.push(await source.read(at, 100_000));
    const document = await open(inMemory(new Uint8Array(Buffer.concat(pieces))), 'user');
    // Not compared by the test runner, which would print it.
    expect((await readAttachments(document)).map(([name, text]) => [name, text === content])).toEqual([
      ['large.bin', true],
    ]);
  });

  test('permissions hold for users, and reading aloud is always allowed', async () => {
    const permissions = {
      print: 'low',
      copy: false,
      modify: false,
      annotate: true,
      fillForms: false,
      assemble: false,
    } as const;
    const source = await finish({ encryption: { ...ENCRYPTION, permissions } });
    // Print, annotations, and accessibility (ISO 32000-2, table 22).
    expect(await (await open(source, 'user')).getPermissions()).toEqual(new Set([4, 32, 512]));
  });

  test('an encrypted file is not finished again', async () => {
    const source = await finish({ encryption: ENCRYPTION });
    await expect(finishPdf(source, { ...NOTHING, metadata: METADATA })).rejects.toThrow(EncryptedPdf);
  });
});

test('nothing to do returns the source', async () => {
  const source = await readFixture('three-pages');
  expect(await finishPdf(source, NOTHING)).toBe(source);
});

describe('the syntax of PDF', () => {
  test.each([
    ['(a)', 'a'],
    ['(a\\(b\\)\\\\)', 'a(b)\\'],
    ['(a(b)c)', 'a(b)c'],
    ['(\\101\\7\\1234)', 'A\u{7}S4'],
    ['(a\\\nb\\n)', 'ab\n'],
    ['<4142 4>', 'AB@'],
    ['<>', ''],
  ])('%s is read', (written, bytes) => {
    expect(readString(written)).toBe(bytes);
  });

  test('strings are found between dictionaries', () => {
    const text = '<</A (x (y) \\) z) /B <</C <4142>>> /D [<> ()]>>';
    expect(findStrings(text).map(({ start, end }) => text.slice(start, end))).toEqual([
      '(x (y) \\) z)',
      '<4142>',
      '<>',
      '()',
    ]);
  });

  test('entries of a dictionary keep their text', () => {
    const entries = readEntries(
      '<</Type /Catalog\n/A 12 0 R/B [1 0 R <</C (>>)>>] /D<</E/F>>/G -1.5/H true>>',
    );
    expect([...entries]).toEqual([
      ['Type', '/Catalog'],
      ['A', '12 0 R'],
      ['B', '[1 0 R <</C (>>)>>]'],
      ['D', '<</E/F>>'],
      ['G', '-1.5'],
      ['H', 'true'],
    ]);
  });

  test.each(['<</A', '<</A (x>>', '<<A 1>>', '[', `<</A ${'['.repeat(100)}${']'.repeat(100)}>>`])(
    '%s is refused',
    (text) => {
      expect(() => readEntries(text)).toThrow();
    },
  );

  test('texts survive', () => {
    for (const text of ['', 'a', 'Räder 请求 🛞', '()\\'])
      expect(readTextString(toTextString(text))).toBe(text);
  });
});
