import type { Meter } from '@platen/meter';
import { type ByteSource, PdfSplitter, selectPages } from '@platen/pdf';
import { normaliseFilename } from '../../../compose/filename.ts';
import { MAX_EXCERPTS } from '../../../schema/assembling.ts';
import type { SplitRequest } from '../../../schema/api/assemble.ts';
import { invalidRequest } from '../../lib/api-error.ts';
import { assembledPdf, type AssemblyRun } from './assemble/assembly-run.ts';
import type { Output } from './production.ts';
import { markFile } from './assemble/mark.ts';
import { FILE_ID, findSources, openSource, toReadableError } from './assemble/sources.ts';

/** @throws {ApiError | UnprintableJob} */
export async function makeSplit(run: AssemblyRun, body: SplitRequest): Promise<readonly Output[]> {
  const [file] = await findSources(run.ctx, [{ fileId: body.fileId, field: FILE_ID }]);
  if (file === undefined) throw new Error('The file is neither found nor missing');
  const source = await markFile(run, file, await openSource(run.ctx, file));
  const splitter = await openSplitter(source, run.ctx.meter);
  const excerpts = planExcerpts(splitter, body);
  const name = (body.filename === undefined ? null : normaliseFilename(body.filename)) ?? file.filename;
  return excerpts.map((numbers, index) =>
    assembledPdf(run, {
      filename: `${name.replace(/\.pdf$/i, '')}-${index + 1}.pdf`,
      pages: describePages(numbers),
      open: () => splitter.excerpt(numbers),
    }),
  );
}

/** @throws {ApiError} names the file */
export async function openSplitter(source: ByteSource, meter: Meter): Promise<PdfSplitter> {
  try {
    return await PdfSplitter.open(source, meter);
  } catch (error) {
    throw toReadableError(error, FILE_ID);
  }
}

export type SplitMode = Pick<SplitRequest, 'ranges' | 'everyPages' | 'bookmarks'>;

/** For each file, its pages. @throws {ApiError | InvalidPdfOption} */
export function planExcerpts(splitter: PdfSplitter, mode: SplitMode): readonly (readonly number[])[] {
  const excerpts = pagesOfExcerpts(splitter, mode);
  if (excerpts.length <= MAX_EXCERPTS) return excerpts;
  const field = mode.everyPages === undefined ? 'bookmarks' : 'everyPages';
  throw invalidRequest([`${field}: makes ${excerpts.length} files; ${MAX_EXCERPTS} are allowed`]);
}

function pagesOfExcerpts(
  splitter: PdfSplitter,
  { ranges, everyPages }: SplitMode,
): readonly (readonly number[])[] {
  const { pageCount } = splitter;
  if (ranges !== undefined) {
    return ranges.map((range, index) => selectPages(range, pageCount, `ranges[${index}]`));
  }
  if (everyPages !== undefined) {
    const count = Math.ceil(pageCount / everyPages);
    return Array.from({ length: count }, (_, index) =>
      pagesFrom(index * everyPages + 1, Math.min(pageCount, (index + 1) * everyPages)),
    );
  }
  const starts = new Set(splitter.topBookmarks.map(({ page }) => page));
  if (starts.size === 0) throw invalidRequest(['bookmarks: the file has none']);
  const firsts = [...new Set([1, ...starts])];
  return firsts.map((first, index) => pagesFrom(first, (firsts[index + 1] ?? pageCount + 1) - 1));
}

const pagesFrom = (first: number, last: number): number[] =>
  Array.from({ length: last - first + 1 }, (_, index) => first + index);

/** `1-3,5`, of numbers in ascending order. */
export function describePages(numbers: readonly number[]): string {
  const runs: { first: number; last: number }[] = [];
  for (const number of numbers) {
    const run = runs.at(-1);
    if (run?.last === number - 1) run.last = number;
    else runs.push({ first: number, last: number });
  }
  return runs.map(({ first, last }) => (first === last ? `${first}` : `${first}-${last}`)).join(',');
}
