import type { FinishOptions, Metadata } from '../options/finish-options.ts';
import { selectPages } from '../options/page-ranges.ts';
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
 *   {UnarchivablePdf} it cannot be PDF/A
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
    finish: (await losesPdfa(document, catalog, { finish, bands }))
      ? { ...finish, metadata: UNCHANGED }
      : finish,
    bands,
    isTagged,
    pageNumbers,
    totalPages: pageNumbers.length,
  });
}

/**
 * Returns whether a PDF/A is changed without a request for PDF/A. Its metadata are then written without the claim, because nobody checks
 * the changed file.
 */
async function losesPdfa(
  reader: PdfReader,
  catalog: PdfObject,
  { finish, bands }: Pick<DocumentFinish, 'finish' | 'bands'>,
): Promise<boolean> {
  const { attachments, watermark, encryption, mark, metadata, pdfa } = finish;
  // Metadata are rewritten in any case.
  if (pdfa || metadata !== null) return false;
  const isChanged =
    attachments.length > 0 || [watermark, encryption, mark, bands].some((part) => part !== null);
  return isChanged && (await readXmp(reader, catalog.text)).includes('pdfaid:');
}

/** Empty if the document has none, as one of Chromium. */
async function readXmp(reader: PdfReader, catalog: string): Promise<string> {
  const id = findReference(catalog, 'Metadata');
  return id === null ? '' : latin1.decode(await reader.readStream(await reader.object(id)));
}

export interface DocumentFinish {
  readonly finish: Finish;
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
  { finish, bands, isTagged, keys, ...pages }: DocumentFinish,
): Promise<ByteSource> {
  const rewrite = new PdfRewrite(document);
  const stamp = planStamp(finish, pages);
  await drawOnPages(rewrite, document, { bands, stamp, watermark: finish.mark, isTagged });
  await changeCatalog(rewrite, document, finish);
  let finished = await rewrite.finish();
  if (finish.pdfa) {
    const { requireArchivable } = await import('../archive/require-archivable.ts');
    finished = await requireArchivable(finished, finish.pdfa);
  }
  const encryption = keys ?? finish.encryption;
  if (encryption === null) return finished;
  // Most PDFs have no password, so encryption is loaded at first use.
  const { encryptPdf } = await import('../encrypt/encrypt-pdf.ts');
  return encryptPdf(finished, encryption);
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
  const { attachments, pdfa = null } = finish;
  const metadata = finish.metadata ?? (pdfa === null ? null : UNCHANGED);
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
    await writeMetadata(rewrite, catalog, { metadata, pdfa, facturX, reader });
  }
  if (pdfa !== null) {
    // Most PDFs are not for archives, so this is loaded at first use.
    const { writeOutputIntent, writeRoleMap } = await import('../archive/identify.ts');
    catalog.set('OutputIntents', writeOutputIntent(rewrite));
    if (pdfa.endsWith('a')) await writeRoleMap(rewrite, reader, catalog);
  }
  rewrite.write(id, writeEntries(catalog));
}

interface WrittenMetadata extends Pick<XmpParts, 'pdfa' | 'facturX'> {
  readonly metadata: Metadata;
  readonly reader: PdfReader;
}

async function writeMetadata(
  rewrite: PdfRewrite,
  catalog: Map<string, string>,
  { metadata, pdfa, facturX, reader }: WrittenMetadata,
): Promise<void> {
  const info = changeInfo(await readInfo(reader), metadata);
  rewrite.writeInfo(writeEntries(info));
  if (metadata.language !== null) catalog.set('Lang', toTextString(metadata.language));
  const language = catalog.get('Lang');
  if (metadata.title !== null) {
    const preferences = readEntries(catalog.get('ViewerPreferences') ?? '<<>>');
    catalog.set('ViewerPreferences', writeEntries(preferences.set('DisplayDocTitle', 'true')));
  }
  const xmp = toXmp(info, {
    keywords: metadata.keywords,
    language: language === undefined ? null : readTextString(language),
    pdfa,
    facturX,
  });
  // Programs that do not know PDF look for it, so it is not compressed.
  catalog.set('Metadata', `${rewrite.writeStream('/Type /Metadata /Subtype /XML', xmp)} 0 R`);
}

async function readInfo(reader: PdfReader): Promise<Info> {
  if (!reader.trailer.includes('/Info ')) return new Map();
  return readEntries((await reader.object(readReference(reader.trailer, 'Info'))).text);
}
