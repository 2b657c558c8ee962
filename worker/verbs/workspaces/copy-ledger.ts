import { z } from 'zod';
import { COPIED_TABLES, type ledgerPageBody } from '../../../schema/api/ledger-copy.ts';
import { invalidRequest } from '../../lib/api-error.ts';
import type { Ctx } from '../../ctx.ts';
import { decodeCursor, encodeCursor } from '../../lib/cursor.ts';
import type { CopyPosition } from '../../objects/ledger/backup/backup-protocol.ts';

const place = z.union([z.string(), z.number(), z.null()]);

const copyPosition = z.object({
  copiedAt: z.number().min(0).max(8.64e15),
  table: z.int().min(0),
  row: place,
  ends: z.array(place).length(COPIED_TABLES.length),
});

/** One page of a copy of the workspace's ledger. @throws {ApiError} `VALIDATION_ERROR`: the cursor */
export async function copyLedger(
  { ledger }: Ctx,
  cursor: string | undefined,
): Promise<z.infer<typeof ledgerPageBody>> {
  const { copiedAt, rows, next } = await ledger.readCopy(cursor === undefined ? null : readPosition(cursor));
  return {
    copiedAt: new Date(copiedAt).toISOString(),
    rows: [...rows],
    nextCursor: next === null ? null : encodeCursor([JSON.stringify(next)]),
  };
}

function readPosition(cursor: string): CopyPosition {
  const [json = ''] = decodeCursor(cursor, 1);
  try {
    return copyPosition.parse(JSON.parse(json));
  } catch {
    throw invalidRequest(['cursor: must be the nextCursor of a page']);
  }
}
