import type { Meter } from './limits.ts';

/** Passed to every program and every helper of one engine. */
export interface Run<Scope = unknown> {
  readonly meter: Meter;
  /** What the application passes to its helpers, such as a locale. */
  readonly scope: Scope;
  /** See `RenderOptions`. */
  mask?: ((html: string) => string) | undefined;
}
