import type { Assembly } from '../../../../schema/api/assemble.ts';
import { auditEntry } from '../../audit/audit-entry.ts';
import type { AuditEntry } from '../../../adapters/d1/audit.ts';
import { recordInTrail } from '../../audit/record-in-trail.ts';
import type { Ctx, PersonActor } from '../../../ctx.ts';
import type { FileRecord, IdempotencyClaim } from '../../../objects/ledger/protocol.ts';
import { assemblyOf, type AssemblyInput } from '../assemble.ts';
import { produce } from '../produce.ts';
import type { Means, Produced } from '../production.ts';

interface PersonInput extends Omit<Means, 'key'>, AssemblyInput {
  readonly idempotency: IdempotencyClaim | null;
}

interface AssembledFiles {
  /** In their order. */
  readonly files: readonly FileRecord[];
  /** Credits. */
  readonly remaining: number;
}

/** The request is counted, limited and charged as one with a live key. @throws as `produce` */
export async function assembleAsPerson(
  ctx: Ctx<PersonActor>,
  { assembly, json, memory, ...means }: PersonInput,
): Promise<AssembledFiles> {
  const key = { id: ctx.actor.id, environment: 'live' } as const;
  const result = await produce(ctx, { ...means, key, ...assemblyOf({ assembly, json, memory }) });
  if (!result.replayed) await recordInTrail(ctx, describe(ctx, assembly, result));
  const { file, excerpts, usage } = result;
  const files = excerpts.length === 0 ? [file] : excerpts.map((excerpt) => excerpt.file);
  return { files, remaining: usage.remaining };
}

const describe = (ctx: Ctx, assembly: Assembly, { file, excerpts }: Produced): AuditEntry =>
  assembly.kind === 'split'
    ? auditEntry(ctx, 'file.split', assembly.body.fileId, { files: excerpts.length })
    : auditEntry(ctx, 'file.merged', file.fileId, { name: file.filename });
