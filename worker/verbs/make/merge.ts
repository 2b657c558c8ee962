import {
  type LinkTarget,
  MergedPdfTooLarge,
  type MergeInput,
  mergePdfs,
  MovedTarget,
  UnreadableInput,
} from '@platen/pdf';
import { FaultyDocument, PdfTooLarge } from '@platen/print-engine';
import type { MergeRequest } from '../../../schema/api/assemble.ts';
import { assembledPdf, type AssemblyRun } from './assemble/assembly-run.ts';
import type { Output } from './production.ts';
import { composeFinish, type FinishPlan, finishPieces } from './assemble/finishing.ts';
import { markFile } from './assemble/mark.ts';
import { printDossier, titleOf, withoutExtension } from './assemble/print-dossier.ts';
import type { ReadyEntry } from './assemble/print-entries.ts';
import { importEntries } from './assemble/import-entries.ts';
import { FILE_ID, findSources, openSources, toReadableError } from './assemble/sources.ts';

const DEFAULT_NAME = 'merged';

/** @throws {ApiError | RenderFailure} */
export async function makeMerge(run: AssemblyRun, body: MergeRequest): Promise<readonly Output[]> {
  // Everything that can be refused without a print comes first.
  const plan = await composeFinish(run, { ...body, defaultName: DEFAULT_NAME });
  const files = await findSources(
    run.ctx,
    body.entries.flatMap(({ fileId }, index) =>
      fileId === undefined ? [] : [{ fileId, field: `entries[${index}].fileId` }],
    ),
  );
  const own = await importEntries(run, body.entries);
  const { printed, targets } = await printDossier(run, body, { files, own });
  for (const [index, { report }] of printed)
    if (run.report?.includes(body.entries[index] ?? {})) run.report.addEntry(index, report);
  const ready = new Map([...own, ...printed]);
  const inputs = readInputs(run, body, { files, ready });
  const pieces = mergeInputs(run, inputs, { ...body, targets }, plan);
  const finished = plan.isPlain ? pieces : await finishPieces(run, pieces, plan);
  return [assembledPdf(run, { ...plan, pages: null, open: () => finished })];
}

interface Inputs {
  readonly files: Awaited<ReturnType<typeof findSources>>;
  /** By index, what was printed or sent. */
  readonly ready: ReadonlyMap<number, ReadyEntry>;
}

/** In the order of the request. A file is opened when its turn comes. */
async function* readInputs(
  run: AssemblyRun,
  request: MergeRequest,
  { files, ready }: Inputs,
): AsyncGenerator<MergeInput> {
  const kept = openSources(run.ctx, files);
  try {
    for (const index of request.entries.keys()) {
      const entry = ready.get(index);
      if (entry) {
        yield { title: titleOf(request, index, entry.filename), source: entry.source };
        continue;
      }
      const next = await kept.next();
      if (next.done) throw new Error('A file of the merge is missing');
      const { file, source } = next.value;
      yield {
        title: titleOf(request, index, file.filename),
        source: await markFile(run, file, source),
      };
    }
  } finally {
    await kept.return(undefined);
  }
}

async function* mergeInputs(
  { ctx, report }: AssemblyRun,
  inputs: AsyncIterable<MergeInput>,
  { entries, targets }: MergeRequest & { readonly targets: ReadonlyMap<string, LinkTarget> },
  { filename }: FinishPlan,
): AsyncGenerator<Uint8Array> {
  try {
    const pageCount = yield* mergePdfs(inputs, withoutExtension(filename), ctx.meter, targets);
    if (report !== null) report.pageCount = pageCount;
  } catch (error) {
    if (error instanceof UnreadableInput) {
      const field = entries[error.index]?.fileId === undefined ? 'options' : FILE_ID;
      throw toReadableError(error.cause, `entries[${error.index}].${field}`);
    }
    if (error instanceof MovedTarget)
      throw new FaultyDocument([{ kind: 'layout', detail: `entries: ${error.message}` }]);
    throw error instanceof MergedPdfTooLarge ? new PdfTooLarge(error.message) : error;
  }
}
