import type { Meter } from './limits.ts';
import type { Position } from './position.ts';

/**
 * @param position the same object for each call from the same place of a template
 * @param partial whose source has the position, null for the template itself
 */
export type OnMissing = (name: string, position: Position, partial: string | null) => void;

/** Passed to every program and every helper of one engine. */
export interface Run<Scope = unknown> {
  readonly meter: Meter;
  /** Data that the application passes to its helpers, such as a locale. */
  readonly scope: Scope;
  /** See `RenderOptions`. */
  mask?: ((html: string) => string) | undefined;
  /** See `RenderOptions`. */
  onMissing?: OnMissing | undefined;
}
