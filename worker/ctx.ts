import type { Meter } from '@platen/meter';
import type { Role } from '../schema/console/roles.ts';
import type { PlanId } from '../schema/plans.ts';
import { requestMeter, type RequestTime } from './lib/request-meter.ts';
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
  /** It is null for an operator who is not a member of the workspace. */
  readonly role: Role | null;
}

export interface MemberActor extends PersonActor {
  readonly role: Role;
}

/** The context of verbs without an actor, such as those of a guest or the queue. */
export interface BaseCtx {
  readonly services: Services;
}

/** The context of verbs of the whole instance, such as creating a workspace. */
export interface InstanceCtx<Who extends Actor = Actor> extends BaseCtx {
  readonly actor: Who;
  readonly time: RequestTime;
}

/** The first argument of every verb of a workspace: `verb(ctx, input)`. It is made once in a request. */
export interface Ctx<Who extends Actor = Actor> extends InstanceCtx<Who> {
  /** The plan may be from a cache until the ledger has admitted the request. Then it is the one that holds. */
  readonly workspace: { readonly id: string; readonly plan: PlanId };
  readonly ledger: Ledger;
  /** All that reads a stranger's bytes for this request charges it. */
  readonly meter: Meter;
}

export const OPERATOR: OperatorActor = { kind: 'operator' };

/** @param ledger of the workspace, if the caller has one that does more */
export function enterWorkspace<Who extends Actor>(
  { services, actor, time }: InstanceCtx<Who>,
  { id, plan }: Ctx['workspace'],
  ledger: Ledger = services.ledger(id),
): Ctx<Who> {
  const workspace = { id, plan };
  const admit: Ledger['admit'] = async (request) => {
    const admission = await ledger.admit(request);
    workspace.plan = admission.plan;
    return admission;
  };
  const meter = requestMeter(workspace, time);
  return { services, actor, time, workspace, ledger: { ...ledger, admit }, meter };
}
