import type { Meter } from '@platen/meter';
import { inBlocks } from '../file/block-cache.ts';
import type { ByteSource } from '../file/byte-source.ts';
import { findReference, readReferences } from '../file/dictionary.ts';
import { listPages, readContents } from '../file/list-pages.ts';
import { type PdfObject, PdfReader } from '../file/reader.ts';
import { readEntries } from '../file/syntax.ts';
import type { PdfaLevel } from '../options/finish-options.ts';
import { Check } from './check.ts';
import { checkCatalog, checkPage } from './check-catalog.ts';
import { ContentsChecker } from './check-contents.ts';
import { checkUnknownKeys } from './check-entries.ts';
import { checkObject } from './check-object.ts';
import { mendFonts } from './mend-fonts.ts';
import { placeOf, Problems } from './problems.ts';

/** An object is searched for several things. */
export const WORK_PER_CHARACTER = 10;

/** A check reads objects in the order of the file, and streams at any place in it. */
export const CHECK_BLOCKS = { blockBytes: 1 << 18, maxBlocks: 32 };

/**
 * Checks the rules of PDF/A that a PDF of Chromium and this package can break. It refuses what Chromium and this package never write,
 * because it cannot check that. Only one object is in memory at a time.
 *
 * @returns the PDF. If the level requires texts, texts of glyphs may be added. PDF/A-1 is written as PDF 1.4 @throws {ImpossiblePdf}
 */
export async function requireArchivable(
  pdf: ByteSource,
  level: PdfaLevel,
  meter: Meter,
): Promise<ByteSource> {
  const reader = await PdfReader.open(inBlocks(pdf, CHECK_BLOCKS), meter);
  const problems = new Problems('pdfa');
  const check = new Check(reader, { level, problems, meter });
  // The document information may have entries of any name (ISO 19005-2, 6.6.3).
  const infoId = findReference(reader.trailer, 'Info');
  if (infoId !== null) check.freeIds.add(infoId);
  const contents = new ContentsChecker(check);
  await checkCatalog(check);
  for (const id of reader.idsInOrder()) {
    if (problems.isFull) break;
    const object = await reader.object(id);
    meter.charge(object.text.length * WORK_PER_CHARACTER);
    await meter.pause();
    await checkObject(check, object);
    if (object.stream !== null && HAS_CONTENT.test(object.text))
      await contents.check(placeOf(object), object, [id]);
    else if (TYPE_3_FONT.test(object.text))
      await contents.check(placeOf(object), object, await listGlyphs(reader, object));
  }
  checkUnknownKeys(check);
  let number = 0;
  for await (const page of listPages(reader)) {
    if (problems.isFull) break;
    number += 1;
    checkPage(check, page, number);
    await contents.check(`page ${number}`, page, readContents(page));
  }
  contents.release();
  const mended = check.isToMend ? await mendFonts(pdf, check) : pdf;
  problems.requireNone();
  return mended;
}

/** Matches forms and patterns, which have content like a page. */
export const HAS_CONTENT = /\/Subtype \/Form\b|\/PatternType 1\b/;

const TYPE_3_FONT = /\/Subtype \/Type3\b/;

/** Returns the ids of the glyphs of a Type 3 font. Each glyph is a content stream. */
async function listGlyphs(reader: PdfReader, { text }: PdfObject): Promise<number[]> {
  const written = readEntries(text).get('CharProcs') ?? '';
  if (written.startsWith('<<')) return readReferences(written);
  const id = findReference(text, 'CharProcs');
  return id === null ? [] : readReferences((await reader.object(id)).text);
}
