import type { ByteSource } from '../file/byte-source.ts';
import { UnreadablePdf } from '../file/dictionary.ts';
import type { Letterhead } from './letterhead.ts';
import { addToPage, freeSuffix, type Resources, withoutContent } from './page-drawing.ts';
import { type PdfObject, type PdfReader, readShownPage } from '../file/reader.ts';
import { PdfRewrite } from '../file/rewrite.ts';
import { SheetCopier } from './sheet-copier.ts';
import { addAnnotations, toAnnotation } from './sheet-links.ts';
import { Stamp, type StampSheet } from './stamp.ts';
import { drawMark, Watermark } from './watermark.ts';

export interface SheetOverlay {
  /** The top edge of a sheet is placed at the top edge of the page. */
  readonly sheets: ByteSource;
  /** For each page of the document, the index of its sheet, or null for none. */
  readonly sheetOfPage: readonly (number | null)[];
}

export interface StampOverlay extends StampSheet {
  /** For each page of the document, whether it is stamped. */
  readonly isOnPage: readonly boolean[];
}

export interface LetterheadUnderlay {
  readonly letterhead: Letterhead;
  /** For each page of the document, whether it is the first. */
  readonly isFirst: readonly boolean[];
}

export interface Overlay {
  readonly bands: SheetOverlay | null;
  /** Default: none. */
  readonly stamps?: readonly StampOverlay[];
  /** Under everything else. */
  readonly letterhead?: LetterheadUnderlay | null;
  /** Over everything else. */
  readonly watermark: string | null;
  /** The mark is not transparent. Default: false. */
  readonly isOpaque?: boolean;
  /** In a tagged document, what is drawn here is marked as an artifact, not as content. */
  readonly isTagged: boolean;
  /** For each page of the document, whether its content and links are left out. Default: none are. */
  readonly isEmptied?: readonly boolean[];
}

/** Styles and scripts cannot change what is drawn. @throws {UnreadablePdf} a page cannot be drawn on */
export async function drawOver(document: PdfReader, overlay: Overlay): Promise<ByteSource> {
  const rewrite = new PdfRewrite(document);
  await drawOnPages(rewrite, document, overlay);
  return rewrite.finish();
}

/** @throws {UnreadablePdf} a page cannot be drawn on */
export async function drawOnPages(rewrite: PdfRewrite, document: PdfReader, overlay: Overlay): Promise<void> {
  const {
    bands,
    stamps = [],
    letterhead = null,
    watermark,
    isOpaque = false,
    isTagged,
    isEmptied = [],
  } = overlay;
  const drawsNothing = stamps.length === 0 && [bands, letterhead, watermark].every((part) => part === null);
  if (drawsNothing && !isEmptied.includes(true)) return;
  const pages = await document.pages();
  if (bands && bands.sheetOfPage.length !== pages.length) {
    throw new UnreadablePdf(`${pages.length} pages where ${bands.sheetOfPage.length} have bands planned`);
  }
  const painter = new Painter(rewrite, {
    sheets: bands ? await SheetCopier.open(bands.sheets, rewrite) : null,
    stamps: await Promise.all(stamps.map((stamp) => Stamp.open(stamp, rewrite))),
    mark: watermark === null ? null : new Watermark(rewrite, watermark, isOpaque),
    letterhead: letterhead?.letterhead ?? null,
    isTagged,
  });
  for (const [index, page] of pages.entries()) {
    const sheet = bands?.sheetOfPage[index] ?? null;
    const isFirst = letterhead?.isFirst[index] ?? false;
    const isStamped = stamps.map(({ isOnPage }) => isOnPage[index] ?? false);
    await painter.paint(page, { sheet, isStamped, isFirst, isEmptied: isEmptied[index] ?? false });
  }
}

interface Tools {
  readonly sheets: SheetCopier | null;
  readonly stamps: readonly Stamp[];
  readonly mark: Watermark | null;
  readonly letterhead: Letterhead | null;
  readonly isTagged: boolean;
}

interface PagePlan {
  readonly sheet: number | null;
  /** For each stamp. */
  readonly isStamped: readonly boolean[];
  /** It is the first page of the document. */
  readonly isFirst: boolean;
  readonly isEmptied: boolean;
}

/** The operators that a page gets below and above its content, with the resources and links that they use. */
interface Drawing {
  readonly below: string[];
  readonly above: string[];
  readonly resources: Resources[];
  readonly links: number[];
}

/** Returns operators, each on a line of its own, as Skia writes them: readers of painted texts expect that. */
const drawForm = (name: string, raisedBy: number): string[] => [
  'q',
  `1 0 0 1 0 ${raisedBy} cm`,
  `/${name} Do`,
  'Q',
];

/** Moves a drawing that was planned for the page as it is shown into the space of its content. */
function inSpaceOf(drawing: Drawing, matrix: readonly number[]): Drawing {
  const place = (operators: readonly string[]) =>
    operators.length === 0 ? [] : [`q ${matrix.join(' ')} cm`, ...operators, 'Q'];
  return { ...drawing, below: place(drawing.below), above: place(drawing.above) };
}

class Painter {
  readonly #rewrite: PdfRewrite;
  readonly #tools: Tools;
  readonly #save: number;

  constructor(rewrite: PdfRewrite, tools: Tools) {
    this.#rewrite = rewrite;
    this.#tools = tools;
    this.#save = rewrite.writeStream('', 'q');
  }

  async paint(page: PdfObject, plan: PagePlan): Promise<void> {
    const rewrite = this.#rewrite;
    const { below, above, resources, links } = await this.#draw(page, plan);
    if (below.length === 0 && above.length === 0 && !plan.isEmptied) return;
    const background = below.length === 0 ? [] : [rewrite.writeStream('', this.#mark(below).join('\n'))];
    const after = rewrite.writeStream('', ['Q', ...this.#mark(above)].join('\n'));
    const base = plan.isEmptied ? withoutContent(page, rewrite.writeStream('', '')) : page;
    const drawn = addToPage(base, { before: [...background, this.#save], after }, resources);
    rewrite.write(page.id, addAnnotations(drawn, links));
  }

  async #draw(page: PdfObject, { sheet, isStamped, isFirst }: PagePlan): Promise<Drawing> {
    const { sheets, stamps, letterhead, mark } = this.#tools;
    const size = readShownPage(page);
    const suffix = freeSuffix(page);
    const drawing: Drawing = { below: [], above: [], resources: [], links: [] };
    const background = await letterhead?.formFor(size, isFirst);
    if (background) {
      const name = `PlatenLetterhead${suffix}`;
      drawing.below.push(...drawForm(name, size.height - background.height));
      drawing.resources.push({ XObject: `/${name} ${background.id} 0 R` });
    }
    if (sheets && sheet !== null) {
      const form = await sheets.copyPage(sheet);
      const raisedBy = size.height - form.height;
      drawing.above.push(...drawForm(`PlatenSheet${suffix}`, raisedBy));
      for (const link of form.links)
        drawing.links.push(this.#rewrite.add(toAnnotation(link, raisedBy, size.matrix)));
      drawing.resources.push({ XObject: `/PlatenSheet${suffix} ${form.id} 0 R` });
    }
    for (const [index, stamp] of stamps.entries()) {
      if (isStamped[index] !== true) continue;
      const name = `PlatenStamp${index}${suffix}`;
      const layer = stamp.layer === 'below' ? drawing.below : drawing.above;
      layer.push(`q /${name} gs /${name} Do Q`);
      drawing.resources.push(stamp.toResources(size, name));
    }
    if (mark) {
      const name = `PlatenMark${suffix}`;
      drawing.above.push(drawMark(name));
      drawing.resources.push(mark.toResources(size, name));
    }
    return size.matrix === null ? drawing : inSpaceOf(drawing, size.matrix);
  }

  #mark(operators: readonly string[]): readonly string[] {
    if (operators.length === 0 || !this.#tools.isTagged) return operators;
    return ['/Artifact BMC', ...operators, 'EMC'];
  }
}
