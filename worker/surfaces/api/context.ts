import type { AppContext } from '../http/context.ts';
import type { PlanId } from '../../../schema/plans.ts';
import { forgetKeys } from '../../verbs/keys/find-key.ts';
import type { KeyRecord } from '../../adapters/d1/key-record.ts';

declare module 'hono' {
  interface ContextVariableMap {
    /** The key of the request, even if it was refused. Absent if there is none in the database. */
    key?: KeyRecord;
  }
}

export function requireKey(c: AppContext): KeyRecord {
  const key = c.get('key');
  if (key === undefined) throw new Error('A keyed route without authentication');
  return key;
}

/** Applies the plan that the ledger returned. It was changed after the isolate cached the key. */
export function usePlan(c: AppContext, plan: PlanId): void {
  const { key, ctx } = c.var;
  // The plan of a key without a workspace is not cached.
  if (key === undefined || key.plan === null) return;
  forgetKeys(key.workspaceId);
  if (ctx !== undefined) c.set('ctx', { ...ctx, workspace: { ...ctx.workspace, plan } });
}
