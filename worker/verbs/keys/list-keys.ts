import type { ListedKey } from '../../../schema/console/keys.ts';
import { PLANS, UNLIMITED } from '../../../schema/plans.ts';
import { ApiError } from '../../lib/api-error.ts';
import type { Ctx } from '../../ctx.ts';
import { findKeyById, findKeys, type KeyRow } from '../../adapters/d1/keys.ts';

export interface KeyList {
  readonly keys: ListedKey[];
  /** Neither revoked nor expired (contract 4.6). */
  readonly active: number;
  /** If it is null, there is no limit. */
  readonly limit: number | null;
}

export async function listKeys({ services, workspace, ledger }: Ctx): Promise<KeyList> {
  const [rows, lastUses] = await Promise.all([findKeys(services.database, workspace.id), ledger.lastUses()]);
  const { maxKeys } = PLANS[workspace.plan];
  return {
    keys: rows.map((row) => describeKey(row, lastUses[row.id])),
    active: rows.filter((row) => isActive(row, services.now())).length,
    limit: maxKeys === UNLIMITED ? null : maxKeys,
  };
}

/** @throws {ApiError} `KEY_NOT_FOUND` */
export async function readKey({ services, workspace, ledger }: Ctx, keyId: string): Promise<ListedKey> {
  const [row, lastUses] = await Promise.all([
    findKeyById(services.database, workspace.id, keyId),
    ledger.lastUses(),
  ]);
  if (row === null) throw new ApiError('KEY_NOT_FOUND');
  return describeKey(row, lastUses[row.id]);
}

const isActive = ({ revokedAt, expiresAt }: KeyRow, now: number): boolean =>
  revokedAt === null && (expiresAt === null || Date.parse(expiresAt) > now);

/** An expired key is still listed as `Active` (contract 5.6). */
const describeKey = (key: KeyRow, lastUse: number | undefined): ListedKey => ({
  id: key.id,
  name: key.name,
  environment: key.environment,
  prefix: `pk_${key.environment}_`,
  lastFour: key.lastFour,
  permissions: key.permissions,
  createdAt: key.createdAt,
  lastUsedAt: lastUse === undefined ? null : new Date(lastUse).toISOString(),
  expiresAt: key.expiresAt,
  status: key.revokedAt === null ? 'Active' : 'Revoked',
  revokedAt: key.revokedAt,
});
