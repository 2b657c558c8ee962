import { Meter } from '@platen/meter';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { describe, expect, test } from 'vitest';
import {
  type FinishOptions,
  finishPdf,
  inMemory,
  type PrintJob,
  readWhole,
  type WatermarkOptions,
} from '@platen/pdf';
import { printInPool, toWatermarkJob } from '@platen/print-engine';
import { gallery } from '../../labs/gallery/gallery.ts';
import { A4, bandOf, draftMark, jobOf, pagesOf, type JobChanges } from './support/jobs.ts';
import { openPdf } from './support/pdf.ts';
import { limitsOf, usePrinter } from './support/printer.ts';
import { LONG, typical, variation } from '../support/thorough.ts';

const printer = usePrinter({ ready: 1, concurrent: 2 });

const NOTHING: FinishOptions = { metadata: null, attachments: [], watermark: null, encryption: null };

const MARK = draftMark();

const PARTS = {
  metadata: {
    title: 'Räder 请求',
    author: 'Acme',
    subject: null,
    keywords: ['one'],
    creator: null,
    language: 'de',
  },
  attachments: [
    {
      name: 'data.xml',
      mediaType: 'text/xml',
      description: null,
      relationship: 'Data',
      content: { text: '<x/>' },
    },
  ],
  watermark: { ...MARK, opacity: 0.2 },
  encryption: { userPassword: 'open', ownerPassword: 'own', permissions: null },
} satisfies Partial<FinishOptions>;

async function print(job: PrintJob): Promise<Uint8Array> {
  const { pdf } = await printInPool(printer.pool, job, limitsOf());
  return readWhole(pdf);
}

const printFinished = (finish: Partial<FinishOptions>, html = '<h1>Page', changes: JobChanges = {}) =>
  print(jobOf(html, { ...changes, report: false, finish: { ...NOTHING, ...finish } }));

const names = Object.keys(PARTS) as (keyof typeof PARTS)[];
const pairs = names.flatMap((one, index) => names.slice(index + 1).map((other) => [one, other] as const));

/** `npm run tool -- sweeps` prints all. */
const documents = gallery.slice(0, Number(process.env.FINISHED_DOCUMENTS ?? 1));

describe.each(documents)('$name', ({ html, options }) => {
  test.each(typical(pairs, 2))('with %s and %s', LONG, async (one, other) => {
    const finish = { [one]: PARTS[one], [other]: PARTS[other] };
    const isEncrypted = 'encryption' in finish;
    const changes = { paper: A4, ...options, watermark: 'TEST' };
    const bytes = await printFinished(finish, html, changes);
    const open = (password: string) => getDocument({ data: bytes.slice(), verbosity: 0, password }).promise;
    if (isEncrypted) {
      await expect(open('')).rejects.toThrow(/password/i);
      await expect(open('wrong')).rejects.toThrow(/password/i);
    }
    const document = await open(isEncrypted ? 'open' : '');
    const { info } = await document.getMetadata();
    if ('metadata' in finish) expect(info).toMatchObject({ Title: 'Räder 请求', Language: 'de' });
    const attachments = await document.getAttachments();
    expect([...(attachments?.keys() ?? [])]).toEqual('attachments' in finish ? ['data.xml'] : []);
    const finished = await openPdf(bytes, isEncrypted ? 'open' : undefined);
    const texts = await Promise.all(
      [...Array(finished.pageCount).keys()].map((page) => finished.text(page + 1)),
    );
    for (const text of texts) expect(text.replaceAll(' ', '')).toContain('TEST');
    if ('watermark' in finish) for (const text of texts) expect(text).toContain('DRAFT');
  });
});

const DOCUMENT = `<!doctype html><html lang="fr"><title>Document</title>${pagesOf(2)}<a href="https://example.com/(1)">link</a>`;

test('metadata, attachments and encryption change no pixel, no text and no link', async () => {
  const changes = { footer: bandOf('<b>Footer'), tagged: true };
  const plain = await openPdf(await print(jobOf(DOCUMENT, changes)));
  const { watermark: _, ...others } = PARTS;
  const finished = await openPdf(await printFinished(others, DOCUMENT, changes), 'open');
  expect(finished.pageCount).toBe(plain.pageCount);
  for (let page = 1; page <= plain.pageCount; page += 1) {
    expect(await finished.text(page)).toBe(await plain.text(page));
    expect(await finished.links(page)).toEqual(await plain.links(page));
    expect(await finished.roles(page)).toEqual(await plain.roles(page));
    const [one, other] = [await plain.pixels(page), await finished.pixels(page)];
    expect(Buffer.compare(Buffer.from(one.data.buffer), Buffer.from(other.data.buffer))).toBe(0);
  }
});

test('a PDF that is kept has the same finish as one that is printed', async () => {
  const bytes = await printFinished({}, DOCUMENT, { footer: bandOf('<b>Footer') });
  const sheet = inMemory(await print(toWatermarkJob(MARK)));
  const { watermark: _, ...others } = PARTS;
  const meter = new Meter({ maxWork: Infinity });
  const finish = { ...others, watermark: { ...MARK, sheet }, mark: 'TEST', meter };
  const kept = await openPdf(await readWhole(await finishPdf(inMemory(bytes), finish)), 'open');
  const printed = await openPdf(
    await printFinished({ ...others, watermark: MARK }, DOCUMENT, {
      footer: bandOf('<b>Footer'),
      watermark: 'TEST',
    }),
    'open',
  );
  expect(await kept.text(1)).toBe(await printed.text(1));
  const [one, other] = [await kept.box(1, [255, 0, 0]), await printed.box(1, [255, 0, 0])];
  expect(one?.widthMm).toBeGreaterThan(100);
  expect(Math.abs((one?.leftMm ?? 0) - (other?.leftMm ?? 0))).toBeLessThan(1);
  expect(Math.abs((one?.widthMm ?? 0) - (other?.widthMm ?? 0))).toBeLessThan(1);
});

test('a notice is one line at the foot of every page, beside a watermark', async () => {
  const notice = 'Preview of Räder · Acme · until 1 December 2026 at 14:05 UTC';
  const html = pagesOf(2);
  const bytes = await printFinished({ watermark: MARK }, html, { notice });
  const noticed = await openPdf(bytes);
  for (const page of [1, 2]) {
    expect(await noticed.text(page)).toContain(notice);
    expect(await noticed.text(page)).toContain('DRAFT');
  }
  const { yMm, xMm } = await noticed.find(1, 'Preview of');
  expect(yMm).toBeGreaterThan(290);
  expect(xMm).toBeGreaterThan(20);
});

describe('a watermark', () => {
  const blank = '<p style="height: 1px">';
  const boxOf = async (changes: Partial<WatermarkOptions>, html = blank) =>
    (await openPdf(await printFinished({ watermark: { ...MARK, ...changes } }, html))).box(1, [255, 0, 0]);

  test('is as wide as asked, in the middle', async () => {
    const box = await boxOf({ angle: 0, widthMm: 100 });
    expect(box?.widthMm).toBeGreaterThan(85);
    expect(box?.widthMm).toBeLessThan(100);
    expect((box?.leftMm ?? 0) + (box?.widthMm ?? 0) / 2).toBeCloseTo(105, -1);
  });

  test('tiled, it covers the page', async () => {
    const box = await boxOf({ tiled: true });
    expect(box?.widthMm).toBeGreaterThan(195);
    expect(box?.heightMm).toBeGreaterThan(280);
  });

  test('below, the content hides it', async () => {
    const cover = '<style>@page { margin: 0 }</style><div style="height: 290mm; background: #00ff00">';
    const changes = { documentMargin: true };
    const box = async (layer: 'above' | 'below') => {
      const bytes = await printFinished({ watermark: { ...MARK, angle: 0, layer } }, cover, changes);
      return (await openPdf(bytes)).box(1, [255, 0, 0]);
    };
    expect(await box('above')).not.toBeNull();
    expect(await box('below')).toBeNull();
  });

  test('is on the pages of its ranges, which are those of the whole document', async () => {
    const finish = { watermark: { ...MARK, pageRanges: '3' } };
    const finished = await openPdf(await printFinished(finish, pagesOf(4), { pageRanges: '2-3' }));
    expect(await finished.text(1)).toBe('Page 2');
    expect(await finished.text(2)).toContain('DRAFT');
  });

  variation('can have any letters, and their fonts are embedded', async () => {
    const text = 'Entwurf ß مسودة\nÉpreuve';
    const bytes = await printFinished({ watermark: { ...MARK, content: { text, colour: '#000000' } } });
    const finished = await openPdf(bytes);
    expect(await finished.text(1)).toContain('Entwurf ß');
    expect(await finished.text(1)).toContain('Épreuve');
  });

  test('in a tagged document it is no content', async () => {
    const finished = await openPdf(await printFinished({ watermark: MARK }, '<h1>Title', { tagged: true }));
    expect(await finished.roles(1)).toContain('H1');
    expect(await finished.text(1)).toContain('DRAFT');
    const plain = await openPdf(await printFinished({}, '<h1>Title', { tagged: true }));
    expect(await finished.roles(1)).toEqual(await plain.roles(1));
  });

  test('a text is no HTML', async () => {
    const content = { text: '<script>document.body.remove()</script>&amp;', colour: '#000000' };
    const finished = await openPdf(await printFinished({ watermark: { ...MARK, content } }));
    expect(await finished.text(1)).toContain('</script>&amp;');
  });

  test('an image that cannot be shown is refused', async () => {
    const content = { base64: btoa('\u{89}PNG'), mediaType: 'image/png' };
    await expect(printFinished({ watermark: { ...MARK, content } })).rejects.toThrow(
      'options.watermark.image: cannot be shown',
    );
  });
});
