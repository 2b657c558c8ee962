import { inBlocks } from '../file/block-cache.ts';
import type { ByteSource } from '../file/byte-source.ts';
import { readReference, readReferences } from '../file/dictionary.ts';
import { type PdfObject, PdfReader } from '../file/reader.ts';
import type { PdfaLevel } from '../options/finish-options.ts';
import { Check } from './check.ts';
import { checkCatalog, checkPage } from './check-catalog.ts';
import { ContentsChecker } from './check-contents.ts';
import { checkObject } from './check-object.ts';
import { mendTexts } from './mend-texts.ts';
import { placeOf, Problems } from './problems.ts';
import { UnarchivablePdf } from './unarchivable-pdf.ts';

/** The objects are read in the order of the file, and their streams all over it. */
const BLOCKS = { blockBytes: 1 << 18, maxBlocks: 32 };

/**
 * Checks the rules of PDF/A that a PDF of Chromium and this package can break. It refuses what Chromium and this package never write,
 * because it has no check for that. Only one object is in memory at a time.
 *
 * @returns the PDF, in which each glyph has a text if the level wants it @throws {UnarchivablePdf}
 */
export async function requireArchivable(pdf: ByteSource, level: PdfaLevel): Promise<ByteSource> {
  const reader = await PdfReader.open(inBlocks(pdf, BLOCKS));
  const problems = new Problems();
  const check = new Check(reader, level, problems);
  const contents = new ContentsChecker(check);
  await checkCatalog(check);
  for (const id of reader.idsInOrder()) {
    if (problems.isFull) break;
    const object = await reader.object(id);
    await checkObject(check, object);
    if (object.stream !== null && FORM.test(object.text)) await contents.check(placeOf(object), object, [id]);
  }
  let number = 0;
  for await (const page of listPages(reader)) {
    if (problems.isFull) break;
    number += 1;
    checkPage(check, page, number);
    const streams = /\/Contents (\[[^\]]*\]|\d+ 0 R)/.exec(page.text)?.[1] ?? '';
    await contents.check(`page ${number}`, page, readReferences(streams));
  }
  const mended = check.mapsToMend.size === 0 ? pdf : await mendTexts(pdf, check);
  if (problems.list.length > 0) throw new UnarchivablePdf(problems.list);
  return mended;
}

/** Forms and patterns have content like that of a page. */
const FORM = /\/Subtype \/Form\b|\/PatternType 1\b/;

/** Yields one page at a time, because a document may have more pages than fit into memory. */
async function* listPages(reader: PdfReader): AsyncGenerator<PdfObject> {
  const catalog = await reader.object(readReference(reader.trailer, 'Root'));
  const waiting = [readReference(catalog.text, 'Pages')];
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    const node = await reader.object(id);
    const kids = /\/Kids \[([^\]]*)\]/.exec(node.text)?.[1];
    if (kids === undefined) yield node;
    else waiting.push(...readReferences(kids).toReversed());
  }
}
