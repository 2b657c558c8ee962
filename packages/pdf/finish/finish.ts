import { MemoryLimitExceeded, type Meter, WorkLimitExceeded } from '@platen/meter';
import { type FinishOptions, UNCHANGED } from '../options/finish-options.ts';
import type { RenderWarning } from '../options/render-warning.ts';
import { selectPages } from '../options/page-ranges.ts';
import type { LinkName } from '../accessible/link-names.ts';
import { ImpossiblePdf, type StandardOption } from '../archive/impossible-pdf.ts';
import type { Bookmark } from './bookmarks.ts';
import type { CatalogChange } from './catalog.ts';
import type { ByteSource } from '../file/byte-source.ts';
import { findDictionary, readReference, UnreadablePdf } from '../file/dictionary.ts';
import type { FileKeys } from '../encrypt/keys.ts';
import { findCloseLengths } from './find-close-lengths.ts';
import { drawOnPages, type LetterheadUnderlay, type SheetOverlay, type StampOverlay } from './overlay.ts';
import type { PageLabel } from '../file/page-labels.ts';
import { type PdfObject, PdfReader } from '../file/reader.ts';
import { PdfRewrite } from '../file/rewrite.ts';
import { readXmp } from './read-xmp.ts';
import type { StampPlacement } from './stamp.ts';

/** The options of a finish. Watermark and notice are PDFs of one page, which is as large as its content. */
export interface Finish extends Omit<FinishOptions, 'watermark'> {
  readonly watermark:
    | (StampPlacement & { readonly pageRanges: string | null; readonly sheet: ByteSource })
    | null;
  /** A PDF of one page with a line for the foot of every page. Default: none. */
  readonly notice?: ByteSource | null;
  /** Such as `TEST`, over everything else. */
  readonly mark: string | null;
  /** Is called with what is not as the options ask. Default: nothing. */
  readonly warn?: (warning: RenderWarning) => void;
  /** It is charged for what is read, and for the checks of PDF/A and PDF/UA. */
  readonly meter: Meter;
  /** Reads the finished PDF before it is encrypted. Default: nothing does. */
  readonly inspect?: ((finished: ByteSource) => Promise<void>) | null;
}

/**
 * For a PDF of any size that Chromium or this package wrote. The result reads the source again, and is closed with
 * it. The sheet of the watermark can be closed.
 *
 * @throws {EncryptedPdf | UnreadablePdf}; {InvalidPdfOption} a page range past the end, an attachment that is there already, or a
 *   letterhead that cannot be read;
 *   {ImpossiblePdf} it cannot be PDF/A or PDF/UA
 */
export async function finishPdf(
  source: ByteSource,
  finish: Finish,
  bands: SheetOverlay | null = null,
): Promise<ByteSource> {
  const document = await PdfReader.open(source, finish.meter);
  const pageNumbers = Array.from({ length: await document.pageCount() }, (_, index) => index + 1);
  const catalog = await document.object(readReference(document.trailer, 'Root'));
  const isTagged = (findDictionary(catalog.text, 'MarkInfo')?.text ?? '').includes('/Marked true');
  return finishDocument(document, {
    finish: (await losesClaim(document, catalog, { finish, bands }))
      ? { ...finish, metadata: UNCHANGED }
      : finish,
    bands,
    isTagged,
    pageNumbers,
    totalPages: pageNumbers.length,
  });
}

/**
 * Returns whether a PDF/A or PDF/UA is changed without a request for one. Its metadata are then written without the claim, because
 * nobody checks the changed file.
 */
async function losesClaim(
  reader: PdfReader,
  catalog: PdfObject,
  { finish, bands }: Pick<DocumentFinish, 'finish' | 'bands'>,
): Promise<boolean> {
  const { attachments, watermark, notice = null, encryption, mark, letterhead = null } = finish;
  const { metadata, pdfa, pdfua } = finish;
  // Metadata are rewritten in any case.
  if (pdfa || pdfua || metadata !== null) return false;
  const isChanged =
    attachments.length > 0 ||
    [watermark, notice, encryption, mark, letterhead, bands].some((part) => part !== null);
  return isChanged && CLAIM.test(await readXmp(reader, catalog.text));
}

/** Matches a claim of PDF/A or PDF/UA in XMP that this package wrote. */
const CLAIM = /pdfu?aid:/;

export interface DocumentFinish {
  readonly finish: Finish;
  /** The names of links in the HTML, for PDF/UA. Default: the text that a link shows. */
  readonly links?: readonly LinkName[];
  readonly bands: SheetOverlay | null;
  readonly isTagged: boolean;
  /** For each page, whether its content is left out. Default: no content is. */
  readonly isEmptied?: readonly boolean[];
  /** The numbers of the pages in the document, which may be a part of a larger one. */
  readonly pageNumbers: readonly number[];
  readonly totalPages: number;
  /** The numbers of the pages, as the document shows them. Default: readers count from 1. */
  readonly labels?: readonly PageLabel[] | null;
  /** Takes the place of the document's bookmarks. Default: they stay. */
  readonly bookmarks?: readonly Bookmark[] | null;
  /** The texts of the headings of which Chromium has made bookmarks, whose words it may have joined. */
  readonly headings?: readonly string[];
  /** Made ahead from `finish.encryption`, because that takes milliseconds. */
  readonly keys?: FileKeys | null;
}

/** Finishes a printed document. All is done in one pass, apart from the encryption. */
export async function finishDocument(
  printed: PdfReader,
  {
    finish,
    bands,
    isTagged,
    isEmptied = [],
    keys,
    links = [],
    labels = null,
    bookmarks = null,
    headings = [],
    ...pages
  }: DocumentFinish,
): Promise<ByteSource> {
  const document = await sharing(printed);
  const rewrite = new PdfRewrite(document);
  const stamps = planStamps(finish, pages);
  const letterhead = await planLetterhead(finish, { rewrite, isTagged, ...pages });
  const drawn = { bands, stamps, letterhead, watermark: finish.mark, isOpaque: finish.pdfa === '1b' };
  await drawOnPages(rewrite, document, { ...drawn, isTagged, isEmptied });
  if (finish.warn)
    await letterhead?.letterhead.findCovers(
      document,
      letterhead.isFirst.map((isFirst, index) => (isEmptied[index] ? null : isFirst)),
    );
  for (const warning of letterhead?.letterhead.warnings ?? []) finish.warn?.(warning);
  if (bookmarks === null && headings.length > 0) {
    const { spaceBookmarks } = await import('./bookmark-spaces.ts');
    await spaceBookmarks(rewrite, document, headings);
  }
  if (changesCatalog({ finish, labels, bookmarks })) {
    // Most PDFs keep their catalog, so this is loaded at first use.
    const { changeCatalog } = await import('./catalog.ts');
    await changeCatalog(rewrite, document, { finish, labels, bookmarks });
  }
  const finished = await conform(await rewrite.finish(), finish, links);
  await finish.inspect?.(finished);
  const encryption = keys ?? finish.encryption;
  if (encryption === null) return finished;
  // Most PDFs have no password, so encryption is loaded at first use.
  const { encryptPdf } = await import('../encrypt/encrypt-pdf.ts');
  return encryptPdf(finished, encryption, finish.meter);
}

const changesCatalog = ({ finish, labels, bookmarks }: CatalogChange): boolean =>
  finish.metadata !== null ||
  finish.attachments.length > 0 ||
  Boolean(finish.pdfa) ||
  finish.pdfua === true ||
  labels !== null ||
  bookmarks !== null;

/** Makes the PDF conform to its claims. Most PDFs claim nothing, so the checks are loaded at first use. @throws {ImpossiblePdf} */
async function conform(
  pdf: ByteSource,
  { pdfa, pdfua, metadata, meter: whole }: Finish,
  links: readonly LinkName[],
): Promise<ByteSource> {
  if (!pdfua && !pdfa) return pdf;
  const maxWork = BASE_WORK + WORK_PER_BYTE * pdf.sizeBytes;
  const meter = whole.part({ maxWork, maxHeldBytes: MAX_HELD_BYTES });
  try {
    return await conformTo(pdf, { pdfa, pdfua, metadata, links, meter });
  } catch (error) {
    const option = pdfua ? 'pdfua' : 'pdfa';
    if (error instanceof UnreadablePdf) throw toImpossible(option, error);
    const isOfPdf = error instanceof MemoryLimitExceeded || meter.work > maxWork;
    if (!(isOfPdf && (error instanceof WorkLimitExceeded || error instanceof MemoryLimitExceeded)))
      throw error;
    throw new ImpossiblePdf(option, [
      `options.${option}: the PDF needs more work or memory than one of its size`,
    ]);
  }
}

/** A program may have written something in another form than the checks read. The rules are those of the structure of a file, and of its tags. */
const toImpossible = (option: StandardOption, { message }: UnreadablePdf): ImpossiblePdf =>
  new ImpossiblePdf(option, [
    `options.${option}: rule ${option === 'pdfa' ? '6.1' : '7.1'}, the document: it cannot be checked here, ${message}`,
  ]);

/** Some content expands to a hundred times its size, and is read five times. */
const BASE_WORK = 500_000_000;
const WORK_PER_BYTE = 2_000;

/** The maximum of memory for one content stream and for what was found in it. */
const MAX_HELD_BYTES = 100_000_000;

type Conforming = Pick<Finish, 'pdfa' | 'pdfua' | 'metadata'> & {
  readonly links: readonly LinkName[];
  readonly meter: Meter;
};

async function conformTo(
  pdf: ByteSource,
  { pdfa, pdfua, metadata, links, meter }: Conforming,
): Promise<ByteSource> {
  let conforming = pdf;
  if (pdfua) {
    const { makeAccessible } = await import('../accessible/mend.ts');
    conforming = await makeAccessible(pdf, {
      links,
      language: metadata?.language ?? null,
      meter,
    });
  }
  if (pdfa) {
    const { requireArchivable } = await import('../archive/require-archivable.ts');
    conforming = await requireArchivable(conforming, pdfa, meter);
  }
  return conforming;
}

/** The document with images that are the same once. */
async function sharing(document: PdfReader): Promise<PdfReader> {
  const ids = findCloseLengths(document);
  if (ids.length === 0) return document;
  // Most PDFs have none, so it is loaded at first use.
  const { shareImages } = await import('./share-images.ts');
  return shareImages(document, ids);
}

async function planLetterhead(
  { letterhead: options = null }: Finish,
  {
    pageNumbers,
    ...terms
  }: Pick<DocumentFinish, 'pageNumbers' | 'isTagged'> & { readonly rewrite: PdfRewrite },
): Promise<LetterheadUnderlay | null> {
  if (options === null) return null;
  // Most PDFs have none, so its code is loaded at first use.
  const { Letterhead } = await import('./letterhead.ts');
  const letterhead = await Letterhead.open({ options, ...terms });
  return { letterhead, isFirst: pageNumbers.map((number) => number === 1) };
}

const AT_FOOT: StampPlacement = {
  opacity: 1,
  angle: 0,
  layer: 'above',
  tiled: false,
  widthMm: null,
  atFoot: true,
};

function planStamps(
  { watermark, notice = null }: Finish,
  { pageNumbers, totalPages }: Pick<DocumentFinish, 'pageNumbers' | 'totalPages'>,
): StampOverlay[] {
  const stamps: StampOverlay[] = [];
  if (watermark !== null) {
    const { pageRanges, ...stamp } = watermark;
    const selected =
      pageRanges === null
        ? null
        : new Set(selectPages(pageRanges, totalPages, 'options.watermark.pageRanges'));
    stamps.push({ ...stamp, isOnPage: pageNumbers.map((number) => selected?.has(number) ?? true) });
  }
  if (notice !== null) stamps.push({ ...AT_FOOT, sheet: notice, isOnPage: pageNumbers.map(() => true) });
  return stamps;
}
