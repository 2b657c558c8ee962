import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import type { Operator } from './operator.ts';

export interface ExportedLedger {
  readonly id: string;
  readonly copiedAt: string;
  readonly rows: number;
}

/**
 * Writes the ledger of a workspace as NDJSON: a line that names it, a line for each row, and then the number of rows. The
 * file appears when it is complete.
 */
export async function exportLedger(
  operator: Operator,
  workspaceId: string,
  path: string,
): Promise<ExportedLedger> {
  const part = `${path}.part`;
  const counted = { rows: 0, copiedAt: '' };
  async function* lines(): AsyncGenerator<string> {
    let cursor: string | null = null;
    do {
      const page = await operator.readLedger(workspaceId, cursor);
      if (cursor === null) yield toLine({ workspaceId, copiedAt: page.copiedAt });
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
