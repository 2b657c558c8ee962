import type { AppContext } from '../http/context.ts';
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
