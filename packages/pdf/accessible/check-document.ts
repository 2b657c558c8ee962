import type { Meter } from '@platen/meter';
import { describeLanguage, LANGUAGE } from '../archive/check-language.ts';
import { CHECK_BLOCKS } from '../archive/require-archivable.ts';
import type { Problems } from '../archive/problems.ts';
import { inBlocks } from '../file/block-cache.ts';
import type { ByteSource } from '../file/byte-source.ts';
import { findReference, readReference } from '../file/dictionary.ts';
import { type PdfObject, PdfReader } from '../file/reader.ts';
import { readEntries, readTextString } from '../file/syntax.ts';
import { readStructure } from '../merge/input-file.ts';
import { checkTags } from './check-tags.ts';
import { TagTree } from './tag-tree.ts';

/** Checks the catalog, the title and the tags of a PDF that was mended. */
export async function checkDocument(pdf: ByteSource, problems: Problems, meter: Meter): Promise<void> {
  const reader = await PdfReader.open(inBlocks(pdf, CHECK_BLOCKS), meter);
  const catalog = await reader.object(readReference(reader.trailer, 'Root'));
  await checkCatalog(reader, catalog, problems);
  const structure = await readStructure(reader, catalog);
  if (structure !== null) await checkTags(new TagTree(reader), structure.kids, problems);
}

async function checkCatalog(reader: PdfReader, { text }: PdfObject, problems: Problems): Promise<void> {
  const entries = readEntries(text);
  if (!(entries.get('MarkInfo') ?? '').includes('/Marked true'))
    problems.add('7.1', 'the document', 'is not tagged');
  const infoId = findReference(reader.trailer, 'Info');
  const info = infoId === null ? null : readEntries((await reader.object(infoId)).text);
  if (readTextString(info?.get('Title') ?? '()').trim() === '')
    problems.add('7.1', 'the document', 'has no title; give it a <title>, or options.metadata.title');
  const language = readTextString(entries.get('Lang') ?? '()');
  if (!LANGUAGE.test(language))
    problems.add(
      '7.2',
      'the document',
      language === ''
        ? 'has no language; give it <html lang="…">, or options.metadata.language'
        : describeLanguage(language),
    );
  if (entries.has('AcroForm'))
    problems.add('7.21.4.1', 'the document', 'has form fields, and the file does not have their fonts');
}
