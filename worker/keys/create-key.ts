import type { CreateKey } from '../../schema/api/operator.ts';
import { newId, newKeyValue } from '../../schema/ids.ts';
import { PLANS } from '../../schema/plans.ts';
import { ApiError } from '../api-error.ts';
import type { Actor } from '../audit/queries.ts';
import type { Services } from '../services.ts';
import { sha256Hex } from '../sha256.ts';
import { getWorkspace } from '../workspaces/get-workspace.ts';
import { insertKeyWithinLimit, type NewKey } from './queries.ts';

/** A key with its value, which is shown this once: only the hash is kept. */
export interface CreatedKey extends Omit<NewKey, 'hash'> {
  readonly key: string;
}

/** @throws {ApiError} `WORKSPACE_NOT_FOUND`, or `KEY_LIMIT_REACHED` where the plan allows no more keys */
export async function createKey(services: Services, actor: Actor, input: CreateKey): Promise<CreatedKey> {
  const workspace = await getWorkspace(services, input.workspaceId);
  const { maxKeys } = PLANS[workspace.plan];
  const value = newKeyValue(input.environment);
  const record = {
    id: newId('key'),
    workspaceId: workspace.id,
    name: input.name,
    environment: input.environment,
    lastFour: value.slice(-4),
    permissions: [...new Set(input.permissions)],
    createdAt: new Date(services.now()).toISOString(),
    expiresAt: input.expiresAt === undefined ? null : new Date(input.expiresAt).toISOString(),
  };
  const inserted = await insertKeyWithinLimit(
    services.database,
    { ...record, hash: await sha256Hex(value) },
    maxKeys,
    {
      workspaceId: workspace.id,
      at: record.createdAt,
      actor,
      action: 'key.created',
      subject: record.id,
      detail: { name: record.name, environment: record.environment },
    },
  );
  if (!inserted) {
    const message = `The plan ${workspace.plan} allows ${maxKeys} active ${maxKeys === 1 ? 'key' : 'keys'}.`;
    throw new ApiError('KEY_LIMIT_REACHED', message);
  }
  return { ...record, key: value };
}
