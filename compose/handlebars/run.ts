import type { Meter } from './limits.ts';

/** State of one engine: every program and every helper that runs for it gets this object. */
export interface Run<Scope = unknown> {
  readonly meter: Meter;
  /** What the application passes to its helpers, such as a locale. */
  readonly scope: Scope;
}
