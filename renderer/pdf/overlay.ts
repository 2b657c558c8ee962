import type { ByteSource } from './byte-source.ts';
import { IncrementalUpdate } from './incremental-update.ts';
import { mediaBox, type PdfObject, PdfReader, UnreadablePdf } from './reader.ts';
import { writeMark, writeMarkFont } from './watermark.ts';

export interface Overlay {
  /** A PDF whose pages are laid over those of the document, top edge on top edge. */
  readonly sheets: ByteSource | null;
  /** For each page of the document, the index of its sheet, or null for none. */
  readonly sheetOfPage: readonly (number | null)[];
  readonly watermark: string | null;
  /** Pages drawn over a tagged document are marked as no part of its content. */
  readonly tagged: boolean;
}

/**
 * Draws bands and watermark over the finished pages: in front of whatever the document put there, at the
 * scale of the paper, and out of reach of the document's styles and scripts.
 *
 * @throws {UnreadablePdf}
 */
export async function drawOver(document: PdfReader, overlay: Overlay): Promise<ByteSource> {
  const update = new IncrementalUpdate(document);
  const sheets = overlay.sheets ? await SheetCopier.open(overlay.sheets, update) : null;
  const mark = overlay.watermark === null ? null : new Mark(update, overlay.watermark);
  const before = update.writeStream('', 'q');
  for (const [index, page] of (await document.pages()).entries()) {
    const size = mediaBox(page);
    const sheet = overlay.sheetOfPage[index] ?? null;
    const form = sheets && sheet !== null ? await sheets.form(sheet) : null;
    if (!form && !mark) continue;
    const drawing: string[] = [];
    const resources: Record<string, string>[] = [];
    if (form) {
      drawing.push(`q 1 0 0 1 0 ${size.height - form.height} cm /PlatenSheet Do Q`);
      resources.push({ XObject: `/PlatenSheet ${form.id} 0 R` });
    }
    if (mark) {
      drawing.push('q /PlatenMark gs /PlatenMark Do Q');
      resources.push({
        XObject: `/PlatenMark ${mark.form(size)} 0 R`,
        ExtGState: `/PlatenMark ${mark.state} 0 R`,
      });
    }
    const body = overlay.tagged ? ['/Artifact BMC', ...drawing, 'EMC'] : drawing;
    const after = update.writeStream('', ['Q', ...body].join('\n'));
    update.write(page.id, pageWith(page, [before, after], resources));
  }
  return update.finish();
}

/** The watermark's drawings, one for each size of page. */
class Mark {
  readonly state: number;
  readonly #update: IncrementalUpdate;
  readonly #text: string;
  readonly #font: number;
  readonly #forms = new Map<string, number>();

  constructor(update: IncrementalUpdate, text: string) {
    this.#update = update;
    this.#text = text;
    const { font, state } = writeMarkFont(update, text);
    this.#font = font;
    this.state = state;
  }

  form(size: { readonly width: number; readonly height: number }): number {
    const key = `${size.width} ${size.height}`;
    const form = this.#forms.get(key) ?? writeMark(this.#update, this.#text, this.#font, size);
    this.#forms.set(key, form);
    return form;
  }
}

/** The page's dictionary with streams around its content, and with more resources. */
function pageWith(
  page: PdfObject,
  [before, after]: readonly [number, number],
  resources: readonly Readonly<Record<string, string>>[],
): string {
  let text = page.text.replace(/\/Contents (\d+ 0 R)/, `/Contents [${before} 0 R $1 ${after} 0 R]`);
  for (const [category, entry] of resources.flatMap(Object.entries)) {
    const place = `/${category} <<`;
    text = text.includes(place)
      ? text.replace(place, `$&${entry} `)
      : text.replace('/Resources <<', `$&${place}${entry}>> `);
  }
  return text;
}

/** Turns pages of one PDF into drawings (form XObjects) of another. */
class SheetCopier {
  readonly #reader: PdfReader;
  readonly #pages: readonly PdfObject[];
  readonly #update: IncrementalUpdate;
  readonly #copied = new Map<number, number>();
  readonly #forms = new Map<number, { id: number; height: number }>();

  private constructor(reader: PdfReader, pages: readonly PdfObject[], update: IncrementalUpdate) {
    this.#reader = reader;
    this.#pages = pages;
    this.#update = update;
  }

  static async open(source: ByteSource, update: IncrementalUpdate): Promise<SheetCopier> {
    const reader = await PdfReader.open(source);
    return new SheetCopier(reader, await reader.pages(), update);
  }

  async form(index: number): Promise<{ id: number; height: number }> {
    const done = this.#forms.get(index);
    if (done) return done;
    const page = this.#pages[index];
    if (!page) throw new UnreadablePdf(`no sheet ${index}`);
    const { width, height } = mediaBox(page);
    const [, contentId] = /\/Contents (\d+) 0 R/.exec(page.text) ?? [];
    const content = await this.#reader.object(Number(contentId));
    const resources = await this.#renumbered(dictionaryOf(page.text, 'Resources'));
    const id = this.#update.reserve();
    const box = `/Type /XObject /Subtype /Form /BBox [0 0 ${width} ${height}] /Resources ${resources}`;
    this.#update.write(id, content.text.replace('<<', `<<${box} `), await this.#data(content));
    const form = { id, height };
    this.#forms.set(index, form);
    return form;
  }

  async #data(object: PdfObject): Promise<Uint8Array | undefined> {
    return object.stream
      ? await this.#reader.source.read(object.stream.offset, object.stream.length)
      : undefined;
  }

  /** The text with its references led to copies in the other document. */
  async #renumbered(text: string): Promise<string> {
    for (const [, id] of text.matchAll(/(\d+) 0 R\b/g)) await this.#copy(Number(id));
    return text.replace(/(\d+) 0 R\b/g, (_, id: string) => `${this.#copied.get(Number(id))} 0 R`);
  }

  async #copy(id: number): Promise<void> {
    if (this.#copied.has(id)) return;
    const copy = this.#update.reserve();
    this.#copied.set(id, copy);
    const object = await this.#reader.object(id);
    this.#update.write(copy, await this.#renumbered(object.text), await this.#data(object));
  }
}

/** The dictionary that follows `/Name`, with its brackets. */
function dictionaryOf(text: string, name: string): string {
  const start = text.indexOf('<<', text.indexOf(`/${name} `));
  let depth = 0;
  for (let at = start; at < text.length - 1; at += 1) {
    const pair = text.slice(at, at + 2);
    if (pair === '<<') depth += 1;
    else if (pair === '>>') depth -= 1;
    else continue;
    if (depth === 0) return text.slice(start, at + 2);
    at += 1;
  }
  throw new UnreadablePdf(`/${name} does not end`);
}
