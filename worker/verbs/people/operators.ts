import type { InstanceOperator } from '../../../schema/console/operators.ts';
import { ApiError } from '../../lib/api-error.ts';
import { auditEntry } from '../audit/audit-entry.ts';
import type { InstanceCtx } from '../../ctx.ts';
import { findOperators, findPersonByEmail, grantOperator, revokeOperator } from '../../adapters/d1/people.ts';

/** Stands for a workspace in the audit trail, because operators belong to the whole installation. */
export const INSTANCE_AUDIT = { id: 'instance' };

export const listOperators = ({ services }: InstanceCtx): Promise<InstanceOperator[]> =>
  findOperators(services.database);

/** Has no effect on a person who is an operator already. @throws {ApiError} `PERSON_NOT_FOUND` */
export async function addOperator(ctx: InstanceCtx, email: string): Promise<InstanceOperator> {
  const { database } = ctx.services;
  const person = await findPersonByEmail(database, email);
  if (person === null) {
    const message = 'No account has this email address. Invite the person to a workspace first.';
    throw new ApiError('PERSON_NOT_FOUND', { message });
  }
  const { id, name } = person;
  await grantOperator(
    database,
    auditEntry({ ...ctx, workspace: INSTANCE_AUDIT }, 'operator.added', id, { name }),
  );
  return person;
}

/** The person keeps the account. @throws {ApiError} `PERSON_NOT_FOUND`, `LAST_OPERATOR` */
export async function removeOperator(ctx: InstanceCtx, personId: string): Promise<void> {
  const { database } = ctx.services;
  const find = async () => (await findOperators(database)).find(({ id }) => id === personId);
  const operator = await find();
  if (operator === undefined) {
    throw new ApiError('PERSON_NOT_FOUND', { message: 'No operator has this id.' });
  }
  const { name } = operator;
  const entry = auditEntry({ ...ctx, workspace: INSTANCE_AUDIT }, 'operator.removed', personId, { name });
  const removed = await revokeOperator(database, entry);
  // If nothing was removed and the person is no operator, another request did it.
  if (!removed && (await find()) !== undefined) throw new ApiError('LAST_OPERATOR');
}
