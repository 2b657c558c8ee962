import { type FinishOptions, type Metadata, UNCHANGED } from '../options/finish-options.ts';
import { readReference } from '../file/dictionary.ts';
import { type PageLabel, toLabelRanges, writeLabelRanges } from '../file/page-labels.ts';
import type { PdfReader } from '../file/reader.ts';
import type { PdfRewrite } from '../file/rewrite.ts';
import { readEntries, readTextString, toTextString, writeEntries } from '../file/syntax.ts';
import { attachFiles } from './attachments.ts';
import { type Bookmark, writeBookmarks } from './bookmarks.ts';
import { readFacturX } from './factur-x.ts';
import { changeInfo, type Info, toXmp, type XmpFields } from './metadata.ts';
import { readXmp } from './read-xmp.ts';

export interface CatalogChange {
  readonly finish: Pick<FinishOptions, 'metadata' | 'attachments' | 'pdfa' | 'pdfua' | 'facturX'>;
  /** If it is null, the labels of the document stay. */
  readonly labels: readonly PageLabel[] | null;
  /** If it is null, the bookmarks of the document stay. */
  readonly bookmarks: readonly Bookmark[] | null;
}

/** Writes what belongs to the whole document: metadata, attachments, page labels, bookmarks, and what PDF/A requires. */
export async function changeCatalog(
  rewrite: PdfRewrite,
  reader: PdfReader,
  { finish, labels, bookmarks }: CatalogChange,
): Promise<void> {
  const { attachments, pdfa = null, pdfua = false } = finish;
  const { id, text } = await reader.object(readReference(reader.trailer, 'Root'));
  const catalog = readEntries(text);
  // Since 1.7, and for the relationships since 2.0. PDF/A-1 is PDF 1.4.
  catalog.set('Version', pdfa === '1b' ? '/1.4' : '/1.7');
  await attachFiles(rewrite, catalog, { attachments, reader });
  if (labels !== null)
    catalog.set('PageLabels', `${rewrite.add(writeLabelRanges(toLabelRanges(labels)))} 0 R`);
  if (bookmarks !== null) {
    const pageIds = (await reader.pages()).map((page) => page.id);
    const rootId = writeBookmarks(rewrite, bookmarks, pageIds);
    if (rootId === null) catalog.delete('Outlines');
    else catalog.set('Outlines', `${rootId} 0 R`);
  }
  const metadata = finish.metadata ?? (pdfa === null && !pdfua ? null : UNCHANGED);
  if (metadata !== null) {
    // An electronic invoice that becomes PDF/A-3 again stays an electronic invoice.
    const facturX =
      finish.facturX ?? (pdfa?.startsWith('3') ? readFacturX(await readXmp(reader, text)) : null);
    await writeMetadata(rewrite, catalog, { metadata, pdfa, pdfua, facturX, reader });
  }
  if (pdfa !== null) {
    // Most PDFs are not for archives, so this is loaded at first use.
    const { writeOutputIntent, writeRoleMap } = await import('../archive/identify.ts');
    catalog.set('OutputIntents', writeOutputIntent(rewrite, pdfa));
    if (pdfa.endsWith('a')) await writeRoleMap(rewrite, reader, catalog);
  }
  rewrite.write(id, writeEntries(catalog));
}

interface WrittenMetadata extends Pick<XmpFields, 'pdfa' | 'pdfua' | 'facturX'> {
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
