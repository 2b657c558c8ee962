import type { ListedKey } from '../../schema/console/keys.ts';
import { PLANS, type PlanId, UNLIMITED } from '../../schema/plans.ts';
import { ApiError } from '../api-error.ts';
import type { Services } from '../services.ts';
import { findKeyById, findKeys, type ShownKey } from './queries.ts';

/** The keys of a workspace, newest first, and how many more its plan allows. */
export interface KeyList {
  readonly keys: ListedKey[];
  /** Neither revoked nor expired (decision 6). */
  readonly active: number;
  /** Null where the plan sets no bound. */
  readonly limit: number | null;
}

export async function listKeys(services: Services, workspaceId: string, plan: PlanId): Promise<KeyList> {
  const [rows, lastUses] = await Promise.all([
    findKeys(services.database, workspaceId),
    services.ledger(workspaceId).lastUses(),
  ]);
  const { maxKeys } = PLANS[plan];
  return {
    keys: rows.map((row) => describeKey(row, lastUses[row.id])),
    active: rows.filter((row) => isActive(row, services.now())).length,
    limit: maxKeys === UNLIMITED ? null : maxKeys,
  };
}

/** @throws {ApiError} `KEY_NOT_FOUND` */
export async function readKey(services: Services, workspaceId: string, keyId: string): Promise<ListedKey> {
  const [row, lastUses] = await Promise.all([
    findKeyById(services.database, workspaceId, keyId),
    services.ledger(workspaceId).lastUses(),
  ]);
  if (row === null) throw keyNotFound();
  return describeKey(row, lastUses[row.id]);
}

export const keyNotFound = (): ApiError => new ApiError('KEY_NOT_FOUND', 'There is no key with this id.');

const isActive = ({ revokedAt, expiresAt }: ShownKey, now: number): boolean =>
  revokedAt === null && (expiresAt === null || Date.parse(expiresAt) > now);

/** Source: specification, sections 2.1 and 3.1: an expired key is `Active` still; decision 2 for the prefix. */
const describeKey = (key: ShownKey, lastUse: number | undefined): ListedKey => ({
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
