import { newId } from '../../../schema/ids.ts';
import type { TargetRecord } from '../../adapters/d1/targets.ts';
import type { Ctx } from '../../ctx.ts';
import { workMsOf } from '../../lib/request-meter.ts';
import type { Excerpt, IdempotencyClaim } from '../../objects/ledger/protocol.ts';
import { keepReport } from '../files/kept-report.ts';
import { copyFile } from '../targets/copy-file.ts';
import { readTargets } from '../targets/read-targets.ts';
import { recordGeneration } from '../usage/record-generation.ts';
import { printLimits } from './print-limits.ts';
import type { Made, Produced, Production, Run } from './production.ts';
import { admit, commit, type Reserved, reserveFiles, withReservation } from './reservation.ts';
import { Scratch } from './scratch.ts';
import { type StoredOutput, storeOutputs } from './store-outputs.ts';
import { requireThumbnails } from './thumbnail.ts';

/**
 * Makes and stores the files of a request. If a step fails, nothing is kept or charged.
 *
 * @throws {ApiError | TemplateError | InvalidComposition | RenderFailure}
 */
export async function produce(
  ctx: Ctx,
  production: Production & { readonly idempotency: IdempotencyClaim | null },
): Promise<Produced> {
  // 1. Admit: count the request, and reserve a credit unless the number of files is not known yet.
  const fileId = newId('file');
  const admission = await admit(ctx, production, fileId);
  if (admission.outcome === 'replayed') {
    return { ...admission, bytes: null, replayed: true, differences: [], report: null, isCrowded: false };
  }
  const reserved = { ...admission, fileId };
  const { services, ledger, meter } = ctx;
  return withReservation({ services, ledger, workMs: () => workMsOf(meter) }, fileId, () =>
    produceReserved(ctx, production, reserved),
  );
}

/** The steps after the admission, of a request, a job or a row. Inside `withReservation`. @throws as `produce` */
export async function produceReserved(
  ctx: Ctx,
  production: Production,
  reserved: Reserved,
): Promise<Produced> {
  const { phases, thumbnailWidth } = production;
  if (thumbnailWidth !== null) requireThumbnails(ctx);
  const run = openRun(ctx, production, reserved);
  try {
    // 2. Make: compose and print a document, or read and write PDFs.
    const made = await production.make(run);
    const { differences = [], isCrowded = false } = made;

    // 3. Reserve a credit for each file that has none yet: all of them, or none.
    const fileIds = await reserveFiles(run, made.outputs.length, production);

    // 4. Store the files, with a picture of the first page of each.
    const targets = await readTargets(ctx, reserved.targetsVersion);
    const stored = await phases.measure('store', () =>
      storeOutputs(run, {
        outputs: made.outputs,
        differences: differences.length,
        fileIds,
        targets,
        thumbnailWidth,
      }),
    );
    const report = await describe(run, production, made);

    // 5. Commit: record the files and spend the credits, in one transaction.
    const usage = await commit(run, production, { file: lead(stored).file, excerpts: excerptsOf(stored) });

    // 6. Copy to external storage. The charge does not depend on it (contract 8.2).
    const copied = await copy(run, stored, targets);

    if (production.isUpload !== true) for (const { file } of copied) recordGeneration(ctx, file);
    const { file, bytes } = lead(copied);
    const excerpts = excerptsOf(copied);
    return { file, bytes, excerpts, usage, replayed: false, differences, report, isCrowded };
  } finally {
    await run.scratch.clear();
  }
}

function openRun(ctx: Ctx, production: Production, { fileId, templatesVersion }: Reserved): Run {
  const { key, startedAt, phases, signal, inBackground, memory, meta, isBackground = false } = production;
  const limits = { ...printLimits(ctx, startedAt), isBackground };
  const scratch = new Scratch(ctx, fileId);
  const means = { key, startedAt, phases, signal, inBackground };
  return { ...means, ctx, fileId, limits, memory, meta, scratch, templatesVersion };
}

/** Keeps the report of a job. Returns null if the request wants none. */
async function describe(
  { ctx, fileId, phases }: Run,
  { reportKeeping: keeping }: Production,
  made: Made,
): Promise<Produced['report']> {
  const report = made.report?.(phases.toJSON()) ?? null;
  if (report !== null && keeping !== undefined) await keepReport(ctx, fileId, { report, keeping });
  return report;
}

async function copy(
  { ctx, phases }: Run,
  stored: readonly StoredOutput[],
  targets: readonly TargetRecord[],
): Promise<readonly StoredOutput[]> {
  if (targets.length === 0) return stored;
  return phases.measure('copy', async () => {
    const copied: StoredOutput[] = [];
    for (const output of stored) {
      copied.push({ ...output, file: await copyFile(ctx, { file: output.file, targets }) });
    }
    return copied;
  });
}

function lead([first]: readonly StoredOutput[]): StoredOutput {
  if (first === undefined) throw new Error('A request made no file');
  return first;
}

const excerptsOf = (stored: readonly StoredOutput[]): Excerpt[] =>
  stored.flatMap(({ file, pages }) => (pages === null ? [] : [{ file, pages }]));
