import type { Role } from '../../schema/console/roles.ts';
import type { Person } from '../../schema/console/session.ts';
import type { PlanId } from '../../schema/plans.ts';

/** A person in a workspace: for whom a route of a workspace works. */
export interface Member {
  readonly person: Person;
  readonly workspaceId: string;
  readonly role: Role;
  readonly plan: PlanId;
  /** Whom the audit trail names. */
  readonly actor: `person:${string}`;
}
