import { readdirSync, readFileSync } from 'node:fs';
import { Meter } from '@platen/meter';
import { importPdf, inMemory, type PdfaLevel, UnreadablePdf } from '@platen/pdf';
import { Random } from '../../../test/support/random.ts';
import { inProject } from '../../../scripts/project.ts';
import { archive, collect, type FileCheck } from './check-file.ts';

const FOLDER = inProject('labs/conformance/java/samples/foreign');
const MAX_PAGES = 1_000;
const MAX_WORK = 10_000_000_000;
const LEVELS: readonly PdfaLevel[] = ['2a', '2u', '2b', '3b', '1b'];

/** The number of damaged files that are made. */
const DAMAGED = { few: 50, many: 1_000 };
const SEED = 39;
/** The share of damaged files that come from this engine. Most PDFs of other programs are refused anyway. */
const PRINTED_SHARE = 0.7;
const MAX_DAMAGES = 4;
const MAX_CHANGED_BYTES = 8;

/**
 * Imports PDFs of other programs and damaged PDFs as an upload does, and finishes them as PDF/A. Each must be refused or pass veraPDF.
 *
 * @param printed PDFs of this engine. They are damaged before the import
 */
export async function checkForeignFiles(
  check: FileCheck,
  printed: readonly Uint8Array[],
  all: boolean,
): Promise<void> {
  const files = readdirSync(FOLDER).map((name) => ({
    name,
    pdf: new Uint8Array(readFileSync(`${FOLDER}/${name}`)),
  }));
  for (const { name, pdf } of files)
    for (const level of LEVELS) await checkClaim(check, `foreign ${name}`, pdf, level);
  const foreign = files.map(({ pdf }) => pdf);
  const random = Random.seeded(SEED);
  const count = all ? DAMAGED.many : DAMAGED.few;
  let made = 0;
  const untrue: string[] = [];
  for (let index = 0; index < count; index += 1) {
    const level = random.pick(LEVELS);
    const archived = await upload(
      damage(random.pick(random.chance(PRINTED_SHARE) ? printed : foreign), random),
      level,
    );
    if (typeof archived === 'string') continue;
    made += 1;
    const broken = await findBroken(check, archived, level);
    if (broken !== '') untrue.push(`file ${index}, ${level}: ${broken}`);
  }
  const counts = `${count} damaged files: ${made} became PDF/A, ${count - made} were refused`;
  if (untrue.length === 0) check.report.passed(counts);
  else check.report.failed(`${counts}; untrue: ${untrue.slice(0, 5).join('; ')}`);
}

async function checkClaim(
  check: FileCheck,
  document: string,
  pdf: Uint8Array,
  profile: PdfaLevel,
): Promise<void> {
  const archived = await upload(pdf, profile);
  if (typeof archived !== 'string') await check.expectValid(archived, { document, profile, before: null });
  else {
    check.report.passed(`${document}, ${profile}: refused: ${archived}`);
    check.table.addRefusal(document, profile, archived);
  }
}

/** Returns the PDF/A, or why the PDF was refused. */
async function upload(pdf: Uint8Array, pdfa: PdfaLevel): Promise<Uint8Array | string> {
  try {
    const archived = await archive(
      await collect(
        importPdf(inMemory(pdf), { maxPages: MAX_PAGES, meter: new Meter({ maxWork: MAX_WORK }) }),
      ),
      {
        pdfa,
      },
    );
    return archived instanceof Uint8Array ? archived : (archived[0] ?? '');
  } catch (error) {
    if (error instanceof UnreadablePdf) return error.message;
    throw error;
  }
}

/** Returns the rules that the file breaks, or an empty text. */
async function findBroken(check: FileCheck, pdf: Uint8Array, level: PdfaLevel): Promise<string> {
  try {
    return (await check.validate(pdf, level)).broken.map(({ rule }) => rule).join(', ');
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** Overwrites some bytes at some places. */
function damage(pdf: Uint8Array, random: Random): Uint8Array {
  const damaged = pdf.slice();
  for (let places = 1 + random.below(MAX_DAMAGES); places > 0; places -= 1) {
    const at = random.below(damaged.byteLength);
    for (let index = random.below(MAX_CHANGED_BYTES); index >= 0; index -= 1)
      damaged[at + index] = random.below(256);
  }
  return damaged;
}
