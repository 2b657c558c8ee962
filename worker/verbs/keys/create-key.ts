import type { CreateKey } from '../../../schema/console/keys.ts';
import { newId, newKeyValue } from '../../../schema/ids.ts';
import { PLANS } from '../../../schema/plans.ts';
import { ApiError } from '../../lib/api-error.ts';
import { auditEntry } from '../audit/audit-entry.ts';
import type { Ctx } from '../../ctx.ts';
import { sha256Hex } from '../../lib/sha256.ts';
import { insertKeyWithinLimit, type NewKey } from '../../adapters/d1/keys.ts';

/** Only the hash of the value is stored, so the value is returned only here. */
export interface CreatedKey extends Omit<NewKey, 'hash'> {
  readonly key: string;
}

/** @throws {ApiError} `KEY_LIMIT_REACHED` */
export async function createKey(ctx: Ctx, input: CreateKey): Promise<CreatedKey> {
  const { services, workspace } = ctx;
  const { maxKeys } = PLANS[workspace.plan];
  const { name, environment, expiresAt } = input;
  const value = newKeyValue(environment);
  const record = {
    id: newId('key'),
    workspaceId: workspace.id,
    name,
    environment,
    lastFour: value.slice(-4),
    permissions: [...new Set(input.permissions)],
    createdAt: new Date(services.now()).toISOString(),
    expiresAt: expiresAt === undefined ? null : new Date(expiresAt).toISOString(),
  };
  const inserted = await insertKeyWithinLimit(
    services.database,
    { ...record, hash: await sha256Hex(value) },
    maxKeys,
    auditEntry(ctx, 'key.created', record.id, { name, environment }),
  );
  if (!inserted) {
    const limit = `${maxKeys} active ${maxKeys === 1 ? 'key' : 'keys'}`;
    throw new ApiError('KEY_LIMIT_REACHED', { values: { plan: workspace.plan, limit } });
  }
  return { ...record, key: value };
}
