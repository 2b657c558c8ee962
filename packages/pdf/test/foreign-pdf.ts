import { Meter } from '@platen/meter';
import { type ByteSource, inMemory } from '../file/byte-source.ts';
import { expect } from 'vitest';
import { UnreadablePdf } from '../file/dictionary.ts';
import type { ImportLimits } from '../import/limits.ts';
import { importPdf, type ImportedPdf, type ImportOptions } from '../import/import-pdf.ts';

export const fromText = (text: string): ByteSource => inMemory(new Uint8Array(Buffer.from(text, 'latin1')));

/** A PDF of objects with the ids 1, 2 and so on, and a table of them. The first one is the catalog. */
export function pdfOf(objects: readonly string[], more = ''): string {
  let text = '%PDF-1.7\n';
  const entries = objects.map((object, index) => {
    const entry = `${String(text.length).padStart(10, '0')} 00000 n \n`;
    text += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return entry;
  });
  const table = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${entries.join('')}`;
  const trailer = `trailer\n<</Size ${objects.length + 1}/Root 1 0 R${more}>>\n`;
  return `${text}${table}${trailer}startxref\n${text.length}\n%%EOF\n`;
}

export const stream = (data: string, entries = ''): string =>
  `<<${entries}/Length ${data.length}>>\nstream\n${data}\nendstream`;

const FONT = '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>';

/** It has one page with a text. */
export const simple = (
  catalog = '',
  page = '',
  others: readonly string[] = [],
  nodes = '/Kids[3 0 R]/Count 1',
): string =>
  pdfOf([
    `<</Type/Catalog/Pages 2 0 R${catalog}>>`,
    `<</Type/Pages${nodes}/Resources<</Font<</F 5 0 R>>>>/MediaBox[0 0 300 200]>>`,
    `<</Type/Page/Parent 2 0 R/Contents 4 0 R${page}>>`,
    stream('BT /F 20 Tf 10 100 Td (Own page) Tj ET'),
    FONT,
    ...others,
  ]);

/** The import has limits of its own. */
export const unlimited = (): Meter => new Meter({ maxWork: Number.POSITIVE_INFINITY });

/** Returns what was imported, with its bytes. */
export async function importAll(
  source: ByteSource,
  options: Partial<ImportOptions> = {},
): Promise<ImportedPdf & { readonly source: ByteSource }> {
  const pieces: Uint8Array[] = [];
  const pdf = importPdf(source, { maxPages: 1_000, meter: unlimited(), ...options });
  for (;;) {
    const { done, value } = await pdf.next();
    if (done) return { ...value, source: inMemory(new Uint8Array(Buffer.concat(pieces))) };
    pieces.push(value);
  }
}

/** Imports a file that a stranger made. Returns the number of its pages, or why it cannot be read. */
export const endOf = (text: string, limits?: ImportLimits): Promise<string> =>
  importAll(fromText(text), limits && { limits }).then(
    ({ pageCount }) => `${pageCount}`,
    (error: unknown) => {
      expect(error).toBeInstanceOf(UnreadablePdf);
      return error instanceof Error ? error.message : '';
    },
  );
