import type { Person } from '../../../schema/console/session.ts';

declare module 'hono' {
  interface ContextVariableMap {
    person?: Person;
    sessionId?: string;
  }
}
