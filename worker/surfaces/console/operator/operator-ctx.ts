import type { InstanceCtx, PersonActor } from '../../../ctx.ts';
import type { AppContext } from '../../http/context.ts';
import { requirePerson } from '../http/signed-in.ts';

export function operatorCtx(c: AppContext): InstanceCtx<PersonActor> {
  const { id, name } = requirePerson(c);
  return { services: c.get('services'), actor: { kind: 'person', id, name, role: null } };
}
