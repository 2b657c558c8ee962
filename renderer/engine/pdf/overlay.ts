import type { ByteSource } from './byte-source.ts';
import { UnreadablePdf } from './dictionary.ts';
import { PdfRewrite } from './rewrite.ts';
import { addToPage, type Resources } from './page-drawing.ts';
import { type PdfReader, readMediaBox } from './reader.ts';
import { addAnnotations, toAnnotation } from './sheet-links.ts';
import { SheetCopier } from './sheet-copier.ts';
import { Watermark } from './watermark.ts';

export interface SheetOverlay {
  /** The top edge of a sheet is placed at the top edge of the page. */
  readonly sheets: ByteSource;
  /** For each page of the document, the index of its sheet, or null for none. */
  readonly sheetOfPage: readonly (number | null)[];
}

export interface Overlay {
  readonly bands: SheetOverlay | null;
  readonly watermark: string | null;
  /** In a tagged document, what is drawn here is marked as an artifact, not as content. */
  readonly isTagged: boolean;
}

/** Styles and scripts cannot change what is drawn. @throws {UnreadablePdf} a page cannot be drawn on */
export async function drawOver(document: PdfReader, overlay: Overlay): Promise<ByteSource> {
  const { bands, watermark, isTagged } = overlay;
  if (bands === null && watermark === null) return document.source;
  const pages = await document.pages();
  if (bands && bands.sheetOfPage.length !== pages.length) {
    throw new UnreadablePdf(`${pages.length} pages where ${bands.sheetOfPage.length} have bands planned`);
  }
  const rewrite = new PdfRewrite(document);
  const sheets = bands ? await SheetCopier.open(bands.sheets, rewrite) : null;
  const mark = watermark === null ? null : new Watermark(rewrite, watermark);
  const before = rewrite.writeStream('', 'q');
  for (const [index, page] of pages.entries()) {
    const size = readMediaBox(page);
    const sheet = bands?.sheetOfPage[index] ?? null;
    const drawing: string[] = [];
    const resources: Resources[] = [];
    const links: number[] = [];
    if (sheets && sheet !== null) {
      const form = await sheets.copyPage(sheet);
      const raisedBy = size.height - form.height;
      drawing.push(`q 1 0 0 1 0 ${raisedBy} cm /PlatenSheet Do Q`);
      for (const link of form.links) links.push(rewrite.add(toAnnotation(link, raisedBy)));
      resources.push({ XObject: `/PlatenSheet ${form.id} 0 R` });
    }
    if (mark) {
      drawing.push('q /PlatenMark gs /PlatenMark Do Q');
      resources.push(mark.toResources(size));
    }
    if (drawing.length === 0) continue;
    const body = isTagged ? ['/Artifact BMC', ...drawing, 'EMC'] : drawing;
    const after = rewrite.writeStream('', ['Q', ...body].join('\n'));
    rewrite.write(page.id, addAnnotations(addToPage(page, { before, after }, resources), links));
  }
  return rewrite.finish();
}
