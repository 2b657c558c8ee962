import type { PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { readPdf } from '../../../../scripts/pdf/pdf-document.ts';
import type { BookReading } from './check-book.ts';

export const readWithPdfJs = (bytes: Uint8Array): Promise<BookReading> =>
  readPdf(bytes, async (document) => {
    const pages: string[] = [];
    for (let number = 1; number <= document.numPages; number += 1) {
      const { items } = await (await document.getPage(number)).getTextContent();
      const text = items.map((item) => ('str' in item ? item.str : '')).join('');
      pages.push(text.replaceAll(/\s+/g, ''));
    }
    return { pages, labels: await document.getPageLabels(), bookmarks: await readBookmarks(document) };
  });

async function readBookmarks(document: PDFDocumentProxy): Promise<(readonly [string, number])[]> {
  const found: (readonly [string, number])[] = [];
  const entries = (await document.getOutline()) ?? [];
  for (const { title, dest, items } of entries) {
    entries.push(...items);
    const place = typeof dest === 'string' ? await document.getDestination(dest) : dest;
    const page = typeof place?.[0] === 'number' ? place[0] : await document.getPageIndex(place?.[0]);
    found.push([title.replaceAll(/\s+/g, ''), page + 1]);
  }
  return found;
}
