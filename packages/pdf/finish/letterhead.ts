import { deflateSync } from 'node:zlib';
import type { Meter } from '@platen/meter';
import { ContentScanner } from '../accessible/scan-content.ts';
import { applyEdits, type Edit } from '../accessible/content-edits.ts';
import { fromBase64 } from '../file/base64.ts';
import { inMemory, inPieces } from '../file/byte-source.ts';
import { EncryptedPdf, readReference, UnreadablePdf } from '../file/dictionary.ts';
import { Expander } from '../file/expander.ts';
import { joinLatin1, latin1 } from '../file/latin1.ts';
import { readContents } from '../file/list-pages.ts';
import { type PdfObject, PdfReader, readShownPage, type ShownPage } from '../file/reader.ts';
import type { PdfRewrite } from '../file/rewrite.ts';
import { readEntries, writeEntries } from '../file/syntax.ts';
import { importPdf } from '../import/import-pdf.ts';
import type { LetterheadOptions } from '../options/finish-options.ts';
import { InvalidPdfOption } from '../options/invalid-option.ts';
import type { RenderWarning } from '../options/render-warning.ts';
import { describeCovers, findCovered } from './covered-letterhead.ts';
import { type CopiedStream, SheetCopier } from './sheet-copier.ts';

/** The pages that the file of a letterhead may have. It has one or two, or one for each brand. */
const MAX_PAGES = 100;

/** The content of one page. It is in memory, with its copy. */
const MAX_CONTENT_BYTES = 16_000_000;

const POINTS_PER_MM = 72 / 25.4;

/** Sizes of one format differ less from program to program. */
const TOLERANCE_MM = 1;

/** What a page has below its content. */
export interface LetterheadForm {
  readonly id: number;
  readonly height: number;
}

/**
 * Checks that a file can be a letterhead, and returns it in the form that this package reads.
 *
 * @throws {UnreadablePdf} it is no PDF, encrypted or damaged
 */
export async function readLetterhead(bytes: Uint8Array, meter: Meter): Promise<PdfReader> {
  const pieces: Uint8Array[] = [];
  for await (const piece of importPdf(inMemory(bytes), { maxPages: MAX_PAGES, meter })) pieces.push(piece);
  return PdfReader.open(inPieces(pieces), meter);
}

/** Pages of a PDF of another program as form XObjects, one for each page that is used. */
export class Letterhead {
  readonly #copier: SheetCopier;
  readonly #reader: PdfReader;
  readonly #rewrite: PdfRewrite;
  readonly #expander: Expander;
  readonly #pages: readonly PdfObject[];
  readonly #options: LetterheadOptions;
  readonly #isTagged: boolean;
  readonly #forms = new Map<PdfObject, Promise<LetterheadForm>>();
  readonly #warnings = new Map<string, RenderWarning>();

  private constructor(reader: PdfReader, pages: readonly PdfObject[], { rewrite, options, isTagged }: Terms) {
    this.#reader = reader;
    this.#pages = pages;
    this.#rewrite = rewrite;
    this.#options = options;
    this.#isTagged = isTagged;
    this.#expander = new Expander(reader, rewrite.meter);
    this.#copier = new SheetCopier(reader, pages, rewrite, (stream) => this.#copyStream(stream));
  }

  /** @throws {InvalidPdfOption} the file cannot be read, or has no such page */
  static async open(terms: Terms): Promise<Letterhead> {
    const { field, base64, first, others } = terms.options;
    const reader = await explained(field, () => readLetterhead(fromBase64(base64), terms.rewrite.meter));
    const pages = await reader.pages();
    for (const [name, number] of Object.entries({ first, others }))
      if (typeof number === 'number' && number > pages.length)
        throw new InvalidPdfOption(
          `options.letterhead.${name}: is page ${number}; the letterhead has ${pages.length}`,
        );
    const letterhead = new Letterhead(reader, pages, terms);
    if (await explained(field, () => hidesLayers(reader)))
      letterhead.#warn(
        'LETTERHEAD_LAYERS',
        'The letterhead hides layers. The PDF has no layers, so they are visible. Save the letterhead without them.',
      );
    return letterhead;
  }

  /** Warns of pages that are larger or smaller than the letterhead, and of its hidden layers. */
  get warnings(): Iterable<RenderWarning> {
    return this.#warnings.values();
  }

  /** Returns the form of a page of the document, or null if the page gets none. @param isFirst whether it is the first of the document */
  async formFor(page: ShownPage, isFirst: boolean): Promise<LetterheadForm | null> {
    const source = this.#pageFor(isFirst);
    if (source === null) return null;
    this.#compare(page, readShownPage(source));
    const form = this.#forms.get(source) ?? explained(this.#options.field, () => this.#copyPage(source));
    this.#forms.set(source, form);
    return form;
  }

  #pageFor(isFirst: boolean): PdfObject | null {
    const { first = 1, others = Math.min(2, this.#pages.length) } = this.#options;
    const number = isFirst ? first : others;
    return number === null ? null : (this.#pages[number - 1] ?? null);
  }

  /** @param isFirst for each page of the document, or null if it has no content */
  async findCovers(document: PdfReader, isFirst: readonly (boolean | null)[]): Promise<void> {
    const place = (index: number) => {
      const first = isFirst[index] ?? null;
      const page = first === null ? null : this.#pageFor(first);
      return page && { reader: this.#reader, page };
    };
    const pages = await findCovered(document, place, this.#rewrite.meter);
    if (pages.length > 0) this.#warn('LETTERHEAD_HIDDEN', describeCovers(pages));
  }

  #compare(page: ShownPage, letterhead: ShownPage): void {
    const fits = (['width', 'height'] as const).every(
      (side) => Math.abs(page[side] - letterhead[side]) <= TOLERANCE_MM * POINTS_PER_MM,
    );
    if (fits) return;
    this.#warn(
      'LETTERHEAD_SIZE',
      `The letterhead has ${inMm(letterhead)}, and pages have ${inMm(page)}. It is drawn at the top left of them, in its own size.`,
    );
  }

  #warn(code: string, message: string): void {
    this.#warnings.set(message, { code, message, field: this.#options.field });
  }

  async #copyPage(page: PdfObject): Promise<LetterheadForm> {
    const { width, height, matrix } = readShownPage(page);
    const entries = readEntries(page.text);
    const { text, data } = await this.#copyContents(readContents(page));
    const [a, b, c, d, e, f] = matrix ?? [1, 0, 0, 1, 0, 0];
    const [left, bottom, right, top] = [e, f, a * width + c * height + e, b * width + d * height + f];
    const form = readEntries(await this.#copier.copyReferences(text))
      .set('Type', '/XObject')
      .set('Subtype', '/Form')
      .set(
        'BBox',
        `[${[Math.min(left, right), Math.min(bottom, top), Math.max(left, right), Math.max(bottom, top)].join(' ')}]`,
      )
      // The inverse of a turn and a shift.
      .set('Matrix', `[${[d, -b, -c, a, c * f - d * e, b * e - a * f].join(' ')}]`)
      .set('Resources', await this.#copier.copyReferences(entries.get('Resources') ?? '<<>>'))
      .set('Length', String(data.byteLength));
    const group = entries.get('Group');
    if (group !== undefined) form.set('Group', await this.#copier.copyReferences(group));
    const id = this.#rewrite.reserve();
    this.#rewrite.write(id, writeEntries(form), data);
    return { id, height };
  }

  /** A page has a list of streams, and a form has one. */
  async #copyContents(ids: readonly number[]): Promise<CopiedStream> {
    const [only, ...others] = await Promise.all(ids.map((id) => this.#reader.object(id)));
    if (only !== undefined && others.length === 0 && !this.#isTagged)
      return { text: only.text, data: await this.#reader.readStream(only) };
    const parts: (Uint8Array | string)[] = [];
    let bytes = 0;
    for (const stream of only === undefined ? [] : [only, ...others]) {
      const content = await this.#expander.expand(stream, (data) => data);
      bytes += content?.byteLength ?? 0;
      if (content === null || bytes > MAX_CONTENT_BYTES)
        throw new UnreadablePdf(
          'a page has content that is too long, or is packed with another method than Flate',
        );
      parts.push(content, '\n');
    }
    return packed('<<>>', await this.#withoutTags(joinLatin1(parts)));
  }

  /** Forms of a tagged PDF can have tags too. */
  async #copyStream(stream: PdfObject): Promise<CopiedStream> {
    const isTaggable = this.#isTagged && /\/Subtype \/Form\b/.test(stream.text);
    const copy =
      isTaggable &&
      (await this.#expander.expand(stream, async (data) =>
        packed(stream.text, await this.#withoutTags(data)),
      ));
    return copy || { text: stream.text, data: await this.#reader.readStream(stream) };
  }

  /** An artifact has no tags in it (ISO 14289-1, 7.1). */
  async #withoutTags(data: Uint8Array): Promise<Uint8Array> {
    if (!this.#isTagged) return data;
    const edits: Edit[] = [];
    const scanner = new ContentScanner(this.#rewrite.meter, {
      draw: () => true,
      begin: (tag, mcid, actualText, spot) => {
        // Properties with a name can have a place in the tags too.
        const isTag = mcid !== null || (actualText === null && tag !== 'OC' && tag !== 'Artifact');
        if (isTag) edits.push({ ...spot, text: '\n/Artifact BMC' });
      },
    });
    await scanner.scan(latin1.decode(data));
    scanner.release();
    return applyEdits(data, edits);
  }
}

/** Returns whether readers do not show some of the layers at first (ISO 32000-1, 8.11.4.3). */
async function hidesLayers(reader: PdfReader): Promise<boolean> {
  let { text } = await reader.object(readReference(reader.trailer, 'Root'));
  for (const name of ['OCProperties', 'D']) {
    const value = readEntries(text).get(name) ?? '<<>>';
    const id = /^(\d+) 0 R$/.exec(value)?.[1];
    ({ text } = id === undefined ? { text: value } : await reader.object(Number(id)));
    if (!text.startsWith('<<')) return false;
  }
  return /\/OFF \[\s*\d|\/BaseState \/OFF/.test(text);
}

interface Terms {
  readonly options: LetterheadOptions;
  readonly rewrite: PdfRewrite;
  readonly isTagged: boolean;
}

/** Names the field of a letterhead that cannot be read. */
async function explained<Result>(field: string, read: () => Promise<Result>): Promise<Result> {
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof UnreadablePdf)) throw error;
    const problem =
      error instanceof EncryptedPdf
        ? 'is encrypted; save it without a password'
        : `cannot be read: ${error.message}`;
    throw new InvalidPdfOption(`${field}: ${problem}`);
  }
}

function packed(dictionary: string, data: Uint8Array): CopiedStream {
  const stream = deflateSync(data);
  const entries = readEntries(dictionary);
  for (const name of ['DecodeParms', 'DL', 'StructParents', 'StructParent']) entries.delete(name);
  entries.set('Filter', '/FlateDecode').set('Length', String(stream.byteLength));
  return { text: writeEntries(entries), data: stream };
}

const inMm = ({ width, height }: ShownPage): string =>
  `${[width, height].map((points) => Math.round(points / POINTS_PER_MM)).join(' × ')} mm`;
