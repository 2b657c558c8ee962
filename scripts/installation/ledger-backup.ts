import { createReadStream, createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { createInterface } from 'node:readline/promises';
import { pipeline } from 'node:stream/promises';
import { z } from 'zod';
import { type CopiedRow, MAX_COPIED_ROWS } from '../../schema/api/ledger-copy.ts';
import { UsageError } from './command-options.ts';
import type { Operator } from './operator.ts';

/** The first line of the file. A line for each row follows, and then the number of rows. */
const head = z.strictObject({ workspaceId: z.string(), ledgerId: z.string(), copiedAt: z.string() });
const tail = z.strictObject({ rows: z.int() });

export interface LedgerBackup {
  readonly id: string;
  readonly copiedAt: string;
  readonly rows: number;
}

/** Writes the ledger of a workspace as NDJSON. The file appears when it is complete. */
export async function backUpLedger(
  operator: Operator,
  workspaceId: string,
  path: string,
): Promise<LedgerBackup> {
  const part = `${path}.part`;
  const counted = { rows: 0, copiedAt: '' };
  async function* lines(): AsyncGenerator<string> {
    let cursor: string | null = null;
    do {
      const page = await operator.readLedger(workspaceId, cursor);
      if (cursor === null) yield toLine({ workspaceId, ledgerId: page.ledgerId, copiedAt: page.copiedAt });
      yield page.rows.map(toLine).join('');
      counted.rows += page.rows.length;
      counted.copiedAt = page.copiedAt;
      cursor = page.nextCursor;
    } while (cursor !== null);
    yield toLine({ rows: counted.rows });
  }
  try {
    await pipeline(lines, createWriteStream(part));
    await rename(part, path);
  } catch (error) {
    await rm(part, { force: true });
    throw error;
  }
  return { id: workspaceId, ...counted };
}

const toLine = (value: object): string => `${JSON.stringify(value)}\n`;

/** Sends the file in pages. The ledger changes when it has received all of them. */
export async function restoreLedger(operator: Operator, path: string): Promise<LedgerBackup> {
  const { workspaceId, ledgerId, copiedAt, rows } = await checkFile(path);
  await operator.restoreLedger(workspaceId, { step: 'begin' });
  let page: CopiedRow[] = [];
  for await (const row of readRows(path)) {
    page.push(row);
    if (page.length < MAX_COPIED_ROWS) continue;
    await operator.restoreLedger(workspaceId, { step: 'add', rows: page });
    page = [];
  }
  if (page.length > 0) await operator.restoreLedger(workspaceId, { step: 'add', rows: page });
  await operator.restoreLedger(workspaceId, { step: 'end', ledgerId });
  return { id: workspaceId, copiedAt, rows };
}

/** @throws {UsageError} the file is not complete */
async function checkFile(path: string): Promise<z.infer<typeof head> & { readonly rows: number }> {
  let count = 0;
  let [first, last] = ['', ''];
  for await (const line of readLines(path)) {
    if (count === 0) first = line;
    last = line;
    count += 1;
  }
  const [start, end] = [head.safeParse(parsed(first)), tail.safeParse(parsed(last))];
  if (!start.success || !end.success || end.data.rows !== count - 2) {
    throw new UsageError(`${path} is not a complete back-up of a ledger.`);
  }
  return { ...start.data, ...end.data };
}

async function* readRows(path: string): AsyncGenerator<CopiedRow> {
  let [index, held] = [0, ''];
  // The first line and the last one are no rows.
  for await (const line of readLines(path)) {
    if (index > 1) yield JSON.parse(held) as CopiedRow;
    held = line;
    index += 1;
  }
}

async function* readLines(path: string): AsyncGenerator<string> {
  const input = createReadStream(path);
  try {
    yield* createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY });
  } catch (cause) {
    throw new UsageError(`${path} cannot be read.`, { cause });
  }
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
}
