import { recordInTrail } from '../audit/record-in-trail.ts';
import { auditEntry } from '../audit/audit-entry.ts';
import type { Ctx, PersonActor } from '../../ctx.ts';
import type { FileRecord } from '../../objects/ledger/protocol.ts';
import { produce } from './produce.ts';
import type { Means, Product } from './production.ts';

/** The request is counted and limited as one with a live key. @throws as `produce` */
export async function uploadAsPerson(
  ctx: Ctx<PersonActor>,
  means: Omit<Means, 'key'>,
  product: Product,
): Promise<FileRecord> {
  const key = { id: ctx.actor.id, environment: 'live' } as const;
  const { file } = await produce(ctx, { ...means, ...product, key, idempotency: null });
  await recordInTrail(ctx, auditEntry(ctx, 'file.uploaded', file.fileId, { name: file.filename }));
  return file;
}
