import type { Person } from '../../schema/console/session.ts';

declare module 'hono' {
  interface ContextVariableMap {
    /** The person who is signed in. */
    person?: Person;
    sessionId?: string;
  }
}
