import type { Role } from '../schema/console/roles.ts';
import type { PlanId } from '../schema/plans.ts';
import type { Ledger } from './objects/ledger/client.ts';
import type { Services } from './services.ts';

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
  /** Null for an operator who is not a member of the workspace. */
  readonly role: Role | null;
}

export interface MemberActor extends PersonActor {
  readonly role: Role;
}

/** For verbs without an actor, such as those of a guest or the queue. */
export interface BaseCtx {
  readonly services: Services;
}

/** For verbs of the whole instance, such as creating a workspace. */
export interface InstanceCtx<Who extends Actor = Actor> extends BaseCtx {
  readonly actor: Who;
}

/** The first argument of every verb of a workspace: `verb(ctx, input)`. */
export interface Ctx<Who extends Actor = Actor> extends InstanceCtx<Who> {
  readonly workspace: { readonly id: string; readonly plan: PlanId };
  readonly ledger: Ledger;
}

export const OPERATOR: OperatorActor = { kind: 'operator' };

export const enterWorkspace = <Who extends Actor>(
  { services, actor }: InstanceCtx<Who>,
  { id, plan }: Ctx['workspace'],
): Ctx<Who> => ({ services, actor, workspace: { id, plan }, ledger: services.ledger(id) });
