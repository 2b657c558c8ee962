import type { RequestMemory } from '../../lib/memory/request-memory.ts';
import type { AppContext } from '../http/context.ts';
import type { Fields } from './fields.ts';

/** What a route has for its work. */
export interface Given {
  readonly c: AppContext;
  readonly fields: Fields;
  readonly memory: RequestMemory;
}
