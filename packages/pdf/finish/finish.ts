import type { FinishOptions, Metadata } from '../options/finish-options.ts';
import { selectPages } from '../options/page-ranges.ts';
import type { LinkName } from '../accessible/link-names.ts';
import { attachFiles } from './attachments.ts';
import type { ByteSource } from '../file/byte-source.ts';
import { latin1 } from '../file/latin1.ts';
import { findDictionary, findReference, readReference } from '../file/dictionary.ts';
import type { FileKeys } from '../encrypt/keys.ts';
import { readFacturX } from './factur-x.ts';
import { changeInfo, type Info, toXmp, UNCHANGED, type XmpParts } from './metadata.ts';
import { drawOnPages, type SheetOverlay, type StampOverlay } from './overlay.ts';
import { type PdfObject, PdfReader } from '../file/reader.ts';
import { PdfRewrite } from '../file/rewrite.ts';
import type { StampPlacement } from './stamp.ts';
import { readEntries, readTextString, toTextString, writeEntries } from '../file/syntax.ts';

/** As `FinishOptions`, with the watermark as a PDF of one page, which is as large as its content. */
export interface Finish extends Omit<FinishOptions, 'watermark'> {
  readonly watermark:
    | (StampPlacement & { readonly pageRanges: string | null; readonly sheet: ByteSource })
    | null;
  /** Such as `TEST`, over everything else. */
  readonly mark: string | null;
}

/**
 * For a PDF of any size that Chromium or this package wrote. The result reads the source again, and is closed with
 * it. The sheet of the watermark can be closed.
 *
 * @throws {EncryptedPdf | UnreadablePdf}; {InvalidPdfOption} a page range past the end, or an attachment that is there already;
 *   {ImpossiblePdf} it cannot be PDF/A or PDF/UA
 */
export async function finishPdf(
  source: ByteSource,
  finish: Finish,
  bands: SheetOverlay | null = null,
): Promise<ByteSource> {
  const document = await PdfReader.open(source);
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
  const { attachments, watermark, encryption, mark, metadata, pdfa, pdfua } = finish;
  // Metadata are rewritten in any case.
  if (pdfa || pdfua || metadata !== null) return false;
  const isChanged =
    attachments.length > 0 || [watermark, encryption, mark, bands].some((part) => part !== null);
  return isChanged && CLAIM.test(await readXmp(reader, catalog.text));
}

/** Empty if the document has none, as one of Chromium. */
async function readXmp(reader: PdfReader, catalog: string): Promise<string> {
  const id = findReference(catalog, 'Metadata');
  return id === null ? '' : latin1.decode(await reader.readStream(await reader.object(id)));
}

/** In XMP that this package wrote. */
const CLAIM = /pdfu?aid:/;

export interface DocumentFinish {
  readonly finish: Finish;
  /** What the links of an HTML document are called, for PDF/UA. Default: the text that they show. */
  readonly links?: readonly LinkName[];
  readonly bands: SheetOverlay | null;
  readonly isTagged: boolean;
  /** The numbers of the pages in the document, which may be a part of a larger one. */
  readonly pageNumbers: readonly number[];
  readonly totalPages: number;
  /** Made ahead from `finish.encryption`, because that takes milliseconds. */
  readonly keys?: FileKeys | null;
}

/** In one pass, apart from the encryption. */
export async function finishDocument(
  document: PdfReader,
  { finish, bands, isTagged, keys, links = [], ...pages }: DocumentFinish,
): Promise<ByteSource> {
  const rewrite = new PdfRewrite(document);
  const stamp = planStamp(finish, pages);
  await drawOnPages(rewrite, document, { bands, stamp, watermark: finish.mark, isTagged });
  await changeCatalog(rewrite, document, finish);
  const finished = await conform(await rewrite.finish(), finish, links);
  const encryption = keys ?? finish.encryption;
  if (encryption === null) return finished;
  // Most PDFs have no password, so encryption is loaded at first use.
  const { encryptPdf } = await import('../encrypt/encrypt-pdf.ts');
  return encryptPdf(finished, encryption);
}

/** Most PDFs claim nothing, so what checks a claim is loaded at first use. @throws {ImpossiblePdf} */
async function conform(
  pdf: ByteSource,
  { pdfa, pdfua, metadata }: Finish,
  links: readonly LinkName[],
): Promise<ByteSource> {
  let conforming = pdf;
  if (pdfua) {
    const { makeAccessible } = await import('../accessible/mend.ts');
    conforming = await makeAccessible(pdf, { links, language: metadata?.language ?? null });
  }
  if (pdfa) {
    const { requireArchivable } = await import('../archive/require-archivable.ts');
    conforming = await requireArchivable(conforming, pdfa);
  }
  return conforming;
}

function planStamp(
  { watermark }: Finish,
  { pageNumbers, totalPages }: Pick<DocumentFinish, 'pageNumbers' | 'totalPages'>,
): StampOverlay | null {
  if (watermark === null) return null;
  const { pageRanges, ...stamp } = watermark;
  if (pageRanges === null) return { ...stamp, isOnPage: pageNumbers.map(() => true) };
  const selected = new Set(selectPages(pageRanges, totalPages, 'options.watermark.pageRanges'));
  return { ...stamp, isOnPage: pageNumbers.map((number) => selected.has(number)) };
}

async function changeCatalog(rewrite: PdfRewrite, reader: PdfReader, finish: Finish): Promise<void> {
  const { attachments, pdfa = null, pdfua = false } = finish;
  const metadata = finish.metadata ?? (pdfa === null && !pdfua ? null : UNCHANGED);
  if (metadata === null && attachments.length === 0) return;
  const { id, text } = await reader.object(readReference(reader.trailer, 'Root'));
  const catalog = readEntries(text);
  // Since 1.7, and for the relationships since 2.0.
  catalog.set('Version', '/1.7');
  await attachFiles(rewrite, catalog, { attachments, reader });
  if (metadata !== null) {
    // A file that was an invoice, and is PDF/A again, keeps its invoice.
    const facturX =
      finish.facturX ?? (pdfa?.startsWith('3') ? readFacturX(await readXmp(reader, text)) : null);
    await writeMetadata(rewrite, catalog, { metadata, pdfa, pdfua, facturX, reader });
  }
  if (pdfa !== null) {
    // Most PDFs are not for archives, so this is loaded at first use.
    const { writeOutputIntent, writeRoleMap } = await import('../archive/identify.ts');
    catalog.set('OutputIntents', writeOutputIntent(rewrite));
    if (pdfa.endsWith('a')) await writeRoleMap(rewrite, reader, catalog);
  }
  rewrite.write(id, writeEntries(catalog));
}

interface WrittenMetadata extends Pick<XmpParts, 'pdfa' | 'pdfua' | 'facturX'> {
  readonly metadata: Metadata;
  readonly reader: PdfReader;
}

async function writeMetadata(
  rewrite: PdfRewrite,
  catalog: Map<string, string>,
  { metadata, pdfa, pdfua, facturX, reader }: WrittenMetadata,
): Promise<void> {
  const info = changeInfo(await readInfo(reader), metadata);
  rewrite.writeInfo(writeEntries(info));
  if (metadata.language !== null) catalog.set('Lang', toTextString(metadata.language));
  const language = catalog.get('Lang');
  if (metadata.title !== null || pdfua) {
    const preferences = readEntries(catalog.get('ViewerPreferences') ?? '<<>>');
    catalog.set('ViewerPreferences', writeEntries(preferences.set('DisplayDocTitle', 'true')));
  }
  const xmp = toXmp(info, {
    keywords: metadata.keywords,
    language: language === undefined ? null : readTextString(language),
    pdfa,
    pdfua,
    facturX,
  });
  // Programs that do not know PDF look for it, so it is not compressed.
  catalog.set('Metadata', `${rewrite.writeStream('/Type /Metadata /Subtype /XML', xmp)} 0 R`);
}

async function readInfo(reader: PdfReader): Promise<Info> {
  if (!reader.trailer.includes('/Info ')) return new Map();
  return readEntries((await reader.object(readReference(reader.trailer, 'Info'))).text);
}
