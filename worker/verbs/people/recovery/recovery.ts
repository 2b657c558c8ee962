import { randomText } from '../../../../schema/ids.ts';
import { ApiError } from '../../../lib/api-error.ts';
import { auditEntry } from '../../audit/audit-entry.ts';
import type { BaseCtx, InstanceCtx, PersonActor } from '../../../ctx.ts';
import { sha256Hex } from '../../../lib/sha256.ts';
import { INSTANCE_AUDIT } from '../operators.ts';
import { findPersonByEmail } from '../../../adapters/d1/people.ts';
import {
  findRecovery,
  insertRecovery,
  type Recovery,
  replacePassword,
} from '../../../adapters/d1/recovery.ts';

const VALID_MS = 60 * 60_000;

/** 43 characters of 62 have 256 bits. */
const TOKEN_LENGTH = 43;

/** Only the hash is stored, so the token is returned only here. */
export interface CreatedRecovery extends Recovery {
  readonly token: string;
}

/** For a person who cannot sign in any more. An earlier link of the person ends. @throws {ApiError} `PERSON_NOT_FOUND` */
export async function createRecovery(ctx: InstanceCtx, email: string): Promise<CreatedRecovery> {
  const { services } = ctx;
  const person = await findPersonByEmail(services.database, email);
  if (person === null) {
    throw new ApiError('PERSON_NOT_FOUND', { message: 'No account has this email address.' });
  }
  const token = randomText(TOKEN_LENGTH);
  const now = services.now();
  const expiresAt = new Date(now + VALID_MS);
  const entry = auditEntry({ ...ctx, workspace: INSTANCE_AUDIT }, 'recovery.created', person.id, {
    name: person.name,
  });
  await insertRecovery(services.database, { tokenHash: await sha256Hex(token), expiresAt }, entry);
  return { ...person, expiresAt: expiresAt.toISOString(), token };
}

/** @throws {ApiError} `RECOVERY_NOT_FOUND` */
export async function openRecovery({ services }: BaseCtx, token: string): Promise<Recovery> {
  const now = new Date(services.now());
  const recovery = await findRecovery(services.database, await sha256Hex(token), now);
  if (recovery === null) throw new ApiError('RECOVERY_NOT_FOUND');
  return recovery;
}

/** Sets the password and ends all sessions. The link works once. @throws {ApiError} `RECOVERY_NOT_FOUND` */
export async function recover(ctx: BaseCtx, token: string, password: string): Promise<Recovery> {
  // Before the password is hashed: a request without a valid link must stay cheap.
  const recovery = await openRecovery(ctx, token);
  const { id, name } = recovery;
  const actor: PersonActor = { kind: 'person', id, name, role: null };
  const entry = auditEntry({ ...ctx, actor, workspace: INSTANCE_AUDIT }, 'recovery.used', id, { name });
  const change = {
    tokenHash: await sha256Hex(token),
    passwordHash: await ctx.services.hashPassword(password),
  };
  if (!(await replacePassword(ctx.services.database, change, entry))) {
    throw new ApiError('RECOVERY_NOT_FOUND');
  }
  return recovery;
}
