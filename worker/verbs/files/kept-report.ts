import { type Report, renderReport } from '../../../schema/api/report.ts';
import type { Ctx } from '../../ctx.ts';
import { DecryptionError } from '../../adapters/secrets/credential-vault.ts';
import { reportKey } from '../../adapters/r2/keys.ts';
import type { StoredBody } from '../../adapters/r2/object-store.ts';
import { openBytes, SEALED, sealBytes } from '../../adapters/secrets/sealed-bytes.ts';
import { requireVault } from '../targets/require-vault.ts';

/** `sealed` if the request is stored sealed: scripts of the page may write its data to the console. */
export type ReportKeeping = 'plain' | 'sealed';

/** Binds a sealed report to its file. */
const contextOf = ({ workspace }: Ctx, fileId: string): string => [workspace.id, fileId].join('\n');

/** Stores the report of a job, which is read later. It is deleted with the file. The lists and texts of a report have a maximum length. */
export async function keepReport(
  ctx: Ctx,
  fileId: string,
  { report, keeping }: { readonly report: Report; readonly keeping: ReportKeeping },
): Promise<void> {
  const text = new TextEncoder().encode(JSON.stringify(report));
  const vault = keeping === 'sealed' ? requireVault(ctx) : null;
  const bytes = vault === null ? text : await sealBytes(vault, text, contextOf(ctx, fileId));
  await ctx.services.fileStore.put(reportKey(fileId), bytes, bytes.byteLength, {
    contentType: 'application/json',
    ...(vault && { custom: { [SEALED]: vault.currentId } }),
  });
}

/** Returns null if the file has none, or was deleted, or if the key that sealed it was removed. */
export async function readReport(ctx: Ctx, fileId: string): Promise<Report | null> {
  const stored = await ctx.services.fileStore.get(reportKey(fileId));
  const text = stored && (await readText(ctx, fileId, stored));
  return text === null ? null : renderReport.parse(JSON.parse(text));
}

async function readText(ctx: Ctx, fileId: string, { custom, body }: StoredBody): Promise<string | null> {
  if (custom?.[SEALED] === undefined) return new Response(body).text();
  const { vault } = ctx.services;
  if (vault === null) {
    await body.cancel();
    return null;
  }
  try {
    return new TextDecoder().decode(await openBytes(vault, body, contextOf(ctx, fileId)));
  } catch (error) {
    if (error instanceof DecryptionError) return null;
    throw error;
  }
}
