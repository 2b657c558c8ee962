import { describe, expect, test } from 'vitest';
import type { GalleryDocument } from '../../labs/gallery/document.ts';
import { gallery } from '../../labs/gallery/gallery.ts';
import { A4, jobOf } from './support/jobs.ts';
import { type Printed, usePrinter } from './support/printer.ts';
import { LONG, typical } from '../support/thorough.ts';

const printer = usePrinter({ ready: 1, concurrent: 2 });

type Expected = GalleryDocument['expected'];

test('the gallery has at least thirty documents, each with a name of its own', () => {
  expect(new Set(gallery.map(({ name }) => name)).size).toBe(gallery.length);
  expect(gallery.length).toBeGreaterThanOrEqual(30);
});

describe('the gallery prints as it should', () => {
  test.each(typical(gallery, 8))('$name', LONG, async ({ html, options, expected }) => {
    const job = jobOf(html, { paper: A4, ...options });
    const printed = await printer.print(job);
    expectPages(printed, expected.pages);
    if (!job.preferCssPageSize) await expectSize(printed, job.paper);
    for (const [page, texts] of Object.entries(expected.text ?? {})) {
      const text = (await printed.document.text(Number(page))).replaceAll(' ', '');
      for (const part of texts) expect(text).toContain(part.replaceAll(' ', ''));
    }
    await expectFonts(printed, expected.fonts ?? []);
    await expectBox(printed, expected.box);
    if (expected.allGlyphs) expect(printed.report.missingGlyphs).toEqual([]);
    expect(printed.report.consoleErrors).toEqual([]);
  });
});

function expectPages({ document, report }: Printed, pages: Expected['pages']): void {
  const [least, most] = typeof pages === 'number' ? [pages, pages] : pages;
  expect(document.pageCount).toBeGreaterThanOrEqual(least);
  expect(document.pageCount).toBeLessThanOrEqual(most);
  expect(report.pageCount).toBe(document.pageCount);
}

async function expectSize({ document }: Printed, paper: typeof A4): Promise<void> {
  for (const page of [1, document.pageCount]) {
    const size = await document.size(page);
    expect(Math.abs(size.widthMm - paper.widthMm)).toBeLessThanOrEqual(0.3);
    expect(Math.abs(size.heightMm - paper.heightMm)).toBeLessThanOrEqual(0.3);
  }
}

/** Every font of the document is embedded, as a file or (Type 3) as drawings, the expected ones among them. */
async function expectFonts({ bytes, document }: Printed, names: readonly string[]): Promise<void> {
  const text = Buffer.from(bytes).toString('latin1');
  const descriptors = text.match(/\/Type \/FontDescriptor[\s\S]*?endobj/g) ?? [];
  const drawn = (text.match(/\/Subtype \/Type3/g) ?? []).length;
  const withoutFile = descriptors.filter((descriptor) => !/\/FontFile[23]? /.test(descriptor));
  expect(withoutFile.length).toBeLessThanOrEqual(drawn);
  if ((await document.text(1)) !== '') expect(descriptors.length + drawn).toBeGreaterThan(0);
  for (const name of names) expect(descriptors.join()).toContain(name);
}

async function expectBox({ document }: Printed, expected: Expected['box']): Promise<void> {
  if (!expected) return;
  const box = await document.box(expected.page, expected.colour);
  for (const measure of ['leftMm', 'topMm', 'widthMm', 'heightMm'] as const) {
    const wanted = expected[measure];
    if (wanted === undefined) continue;
    expect(Math.abs((box?.[measure] ?? 0) - wanted), measure).toBeLessThanOrEqual(0.5);
  }
}
