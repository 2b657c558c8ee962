import { writeValidMeta } from '../../../schema/api/meta.ts';
import { type AnsweredCode, ApiError, invalidRequest } from '../../lib/api-error.ts';
import type { Ctx } from '../../ctx.ts';
import type { JobError } from '../../objects/ledger/jobs/job-protocol.ts';
import type { BatchSource } from './batch-source.ts';
import { type NewRow, ROWS_PER_CALL } from '../../objects/batch/protocol.ts';
import type { RowCheck } from './row-check.ts';
import type { RowSeal } from './row-sealing.ts';
import { RowWriter } from './row-writer.ts';

/** A row that fails at once has this much of its problems: all rows of a batch may fail. */
const MAX_DETAILS = 5;
const MAX_TEXT = 400;

/** A byte of a row is parsed, checked and written again. */
export const WORK_PER_BYTE = 10;

/** Problems of a batch that is refused. */
const MAX_PROBLEMS = 20;

export interface StoreRowsInput {
  readonly batchId: string;
  readonly source: BatchSource;
  readonly check: RowCheck;
  readonly maxRows: number;
  /** The first row that is not valid refuses the batch. */
  readonly stops: boolean;
  /** Reads the text of each row, if the request has an idempotency key. */
  readonly digest: ((text: Uint8Array) => Promise<void>) | null;
  /** If null, the rows are stored as they are. */
  readonly seal: RowSeal | null;
}

/** Checks the rows and gives them to the batch's desk. It holds few of them at a time. @throws {ApiError} */
export async function storeRows({ services, meter }: Ctx, input: StoreRowsInput): Promise<void> {
  const { batchId, source, check, maxRows, stops, digest, seal } = input;
  const writer = new RowWriter(services.fileStore, batchId, seal?.keyId ?? null);
  const problemsOfAll: string[] = [];
  let rows: NewRow[] = [];
  let index = 0;
  let valid = 0;
  const handOver = async () => {
    const taken = await services.batchDesk(batchId).add(rows);
    if (taken.length > 0) throw invalidRequest(taken.slice(0, MAX_PROBLEMS).map(takenProblem));
    rows = [];
  };
  for (let row = await source.next(); row !== null; row = await source.next()) {
    if (index >= maxRows) throw invalidRequest([`rows: must have ${maxRows} or fewer entries`]);
    const externalId = check.externalIdOf(row, index);
    const problems = check.findProblems(row, index);
    if (problems.length > 0 && stops) throw invalidRequest(problems);
    if (problems.length === 0) valid += 1;
    else if (problemsOfAll.length < MAX_PROBLEMS) problemsOfAll.push(...problems);
    const text = new TextEncoder().encode(JSON.stringify(row));
    meter.charge(text.byteLength * WORK_PER_BYTE);
    await meter.pause();
    await digest?.(text);
    const error = problems.length === 0 ? null : toRowError(problems);
    const place = await writer.write(seal ? await seal.seal(text, index) : text);
    rows.push({ index, externalId, place, error, meta: metaOf(row) });
    index += 1;
    if (rows.length === ROWS_PER_CALL) await handOver();
  }
  if (index === 0) throw invalidRequest(['rows: must have 1 or more entries']);
  if (valid === 0) throw invalidRequest(problemsOfAll.slice(0, MAX_PROBLEMS));
  await writer.flush();
  await handOver();
}

/** Returns the row's `meta`, which was checked with the row. A row that fails for another reason keeps it. */
const metaOf = (row: unknown): string | null =>
  typeof row === 'object' && row !== null && 'meta' in row ? writeValidMeta(row.meta) : null;

const takenProblem = (index: number): string => `rows[${index}].externalId: another row has the same one`;

function toRowError(problems: readonly string[]): JobError {
  const code: AnsweredCode = 'VALIDATION_ERROR';
  const details = problems.slice(0, MAX_DETAILS).map((problem) => problem.slice(0, MAX_TEXT));
  return { code, message: new ApiError(code).message, details };
}
