import type { AuditExportQuery } from '../../../schema/api/audit.ts';
import type { BaseCtx } from '../../ctx.ts';
import { findAuditPage } from '../../adapters/d1/audit.ts';

const PAGE = 500;

/**
 * The entries as NDJSON, oldest first. Each page is read when the client has taken the one before, so an export of any
 * length takes the memory of a page.
 *
 * @param workspaceId null: of all workspaces, each entry with its workspace
 */
export function streamAuditEntries(
  { services }: BaseCtx,
  { workspaceId, limit, after, from, to }: AuditExportQuery & { readonly workspaceId: string | null },
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  let last = after;
  let left = limit;
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const size = Math.min(PAGE, left);
        const filter = { workspaceId, after: last, limit: size, from: toIso(from), to: toIso(to) };
        const rows = size === 0 ? [] : await findAuditPage(services.database, filter);
        left -= rows.length;
        last = rows.at(-1)?.id ?? last;
        if (rows.length > 0) {
          controller.enqueue(encoder.encode(rows.map((row) => `${JSON.stringify(row)}\n`).join('')));
        }
        if (rows.length < size || left === 0) controller.close();
      },
    },
    { highWaterMark: 0 },
  );
}

/** Entries have their times in this form, so text is compared. */
const toIso = (time: string | undefined): string | undefined =>
  time === undefined ? undefined : new Date(time).toISOString();
