import type { Role } from '../schema/console/roles.ts';
import type { PlanId } from '../schema/plans.ts';
import type { Ledger } from './ledger/client.ts';
import type { Services } from './services.ts';

/** Who acts: the operator, a key of the workspace, or a person in the dashboard. */
export type Actor = OperatorActor | KeyActor | PersonActor;

export interface OperatorActor {
  readonly kind: 'operator';
}

export interface KeyActor {
  readonly kind: 'key';
  readonly id: string;
}

export interface PersonActor {
  readonly kind: 'person';
  readonly id: string;
  readonly name: string;
  /** In the workspace; null for an operator who is not a member of it. */
  readonly role: Role | null;
}

/** A person who is in the workspace. */
export interface MemberActor extends PersonActor {
  readonly role: Role;
}

/** The first argument of a verb that has no actor: a guest without a session calls it, or the queue. */
export interface BaseCtx {
  readonly services: Services;
}

/** The first argument of a verb that works on the whole instance, such as creating a workspace. */
export interface InstanceCtx<Who extends Actor = Actor> extends BaseCtx {
  readonly actor: Who;
}

/** The first argument of every verb that works in a workspace: `verb(ctx, input)`. */
export interface Ctx<Who extends Actor = Actor> extends InstanceCtx<Who> {
  readonly workspace: { readonly id: string; readonly plan: PlanId };
  /** The ledger of the workspace. */
  readonly ledger: Ledger;
}

export const OPERATOR: OperatorActor = { kind: 'operator' };

export const enterWorkspace = <Who extends Actor>(
  { services, actor }: InstanceCtx<Who>,
  { id, plan }: Ctx['workspace'],
): Ctx<Who> => ({ services, actor, workspace: { id, plan }, ledger: services.ledger(id) });
