import type { Assembly } from '../../../../schema/api/assemble.ts';
import { auditEntry } from '../../../adapters/d1/audit-entry.ts';
import { auditStatement } from '../../../adapters/d1/audit.ts';
import type { Ctx, PersonActor } from '../../../ctx.ts';
import type { IdempotencyClaim } from '../../../objects/ledger/protocol.ts';
import { type AssembleInput, assemblePdf, type AssembleResult } from './assemble.ts';

type PersonInput = Omit<AssembleInput, 'key'> & { readonly idempotency: IdempotencyClaim | null };

/** The request is counted, limited and charged as one with a live key. @throws as `assemblePdf` */
export async function assembleAsPerson(ctx: Ctx<PersonActor>, input: PersonInput): Promise<AssembleResult> {
  const key = { id: ctx.actor.id, environment: 'live' } as const;
  const result = await assemblePdf(ctx, { ...input, key });
  if (!result.replayed) await recordInTrail(ctx, input.assembly, result);
  return result;
}

/** The credits are spent: an error here would make the person start the same work again. */
async function recordInTrail(ctx: Ctx, assembly: Assembly, { file, parts }: AssembleResult): Promise<void> {
  const entry =
    assembly.kind === 'split'
      ? auditEntry(ctx, 'file.split', assembly.body.fileId, { files: parts.length })
      : auditEntry(ctx, 'file.merged', file.fileId, { name: file.filename });
  try {
    await auditStatement(ctx.services.database, entry);
  } catch (error) {
    const { action, subject } = entry;
    console.error(JSON.stringify({ event: 'audit_entry_lost', action, subject, cause: String(error) }));
  }
}
