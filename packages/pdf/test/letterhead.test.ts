import { deflateSync } from 'node:zlib';
import { Meter, WorkLimitExceeded } from '@platen/meter';
import { expect, test } from 'vitest';
import { finishPdf } from '../finish/finish.ts';
import type { LetterheadOptions } from '../options/finish-options.ts';
import type { RenderWarning } from '../options/render-warning.ts';
import { pdfOf, simple, stream, unlimited } from './foreign-pdf.ts';
import { readAll, readFixture, readTexts } from './support.ts';

const finish = async (
  letterhead: Partial<LetterheadOptions> & { readonly text: string },
  meter = unlimited(),
  warn: (warning: RenderWarning) => void = () => {},
) => {
  const { text, ...options } = letterhead;
  const base64 = Buffer.from(text, 'latin1').toString('base64');
  return finishPdf(await readFixture('three-pages'), {
    metadata: null,
    attachments: [],
    watermark: null,
    encryption: null,
    mark: null,
    meter,
    warn,
    letterhead: { base64, field: 'options.letterhead.fileId', ...options },
  });
};

test('a letterhead is below each page, and a second one below the first', async () => {
  const once = await finish({ text: simple() });
  const [first = '', second = ''] = await readTexts(once);
  expect([first, second]).toEqual([expect.stringMatching(/^Own page./), expect.stringMatching(/^Own page./)]);
});

test.each([
  ['/OCProperties<</OCGs[6 0 R]/D<</OFF[6 0 R]>>>>', 1],
  ['/OCProperties 7 0 R', 1],
  ['/OCProperties<</OCGs[6 0 R]/D<</OFF[]/ON[6 0 R]>>>>', 0],
])('layers that are hidden are in the warnings: %s', async (catalog, count) => {
  const page = '/Resources<</Font<</F 5 0 R>>/Properties<</L 6 0 R>>>>';
  const layers = ['<</Type/OCG/Name(L)>>', '<</OCGs[6 0 R]/D 8 0 R>>', '<</OFF[6 0 R]>>'];
  const warnings: string[] = [];
  await finish({ text: simple(catalog, page, layers) }, unlimited(), ({ code }) => warnings.push(code));
  expect(warnings.filter((code) => code === 'LETTERHEAD_LAYERS')).toHaveLength(count);
});

test('a drawing that names its page brings no other page', async () => {
  const form = stream('q Q', '/Type/XObject/Subtype/Form/BBox[0 0 1 1]/PieceInfo<</A 3 0 R>>');
  const page = '/Resources<</Font<</F 5 0 R>>/XObject<</X 6 0 R>>>>';
  const plain = await readAll(
    await finish({ text: simple('', page, [stream('q Q', '/Type/XObject/Subtype/Form/BBox[0 0 1 1]')]) }),
  );
  const named = await readAll(await finish({ text: simple('', page, [form]) }));
  const pagesIn = (bytes: Uint8Array) =>
    Buffer.from(bytes)
      .toString('latin1')
      .match(/\/Type \/Pages?\b/g)?.length;
  expect(pagesIn(named)).toBe(pagesIn(plain));
});

test('content that expands without end is refused, and costs no more than its limit', async () => {
  const bomb = deflateSync(Buffer.alloc(20_000_000, 'q Q ')).toString('latin1');
  const text = pdfOf([
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1/MediaBox[0 0 300 200]>>',
    '<</Type/Page/Parent 2 0 R/Contents[4 0 R 4 0 R]>>',
    stream(bomb, '/Filter/FlateDecode'),
  ]);
  await expect(finish({ text })).rejects.toThrow(
    'options.letterhead.fileId: cannot be read: a page has content that is too long',
  );
  const meter = new Meter({ maxWork: 1_000_000 });
  await expect(finish({ text }, meter)).rejects.toThrow(WorkLimitExceeded);
});

test('a file of too many pages is refused', async () => {
  const ids = Array.from({ length: 101 }, (_, index) => index + 3);
  const text = pdfOf([
    '<</Type/Catalog/Pages 2 0 R>>',
    `<</Type/Pages/Kids[${ids.map((id) => `${id} 0 R`).join(' ')}]/Count 101/MediaBox[0 0 300 200]>>`,
    ...ids.map(() => '<</Type/Page/Parent 2 0 R>>'),
  ]);
  await expect(finish({ text })).rejects.toThrow(
    'options.letterhead.fileId: cannot be read: the file has more than 100 pages',
  );
});
