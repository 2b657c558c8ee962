import type { SourceLocation } from './official.ts';

const locations = new WeakMap<object, SourceLocation>();

/**
 * Notes where in the template an error arose and hands it back to be thrown on. The innermost place, which is
 * the first to note, stays.
 */
export function locate(error: unknown, loc: SourceLocation | undefined): unknown {
  if (typeof error === 'object' && error !== null && loc !== undefined && !locations.has(error)) {
    locations.set(error, loc);
  }
  return error;
}

export const locationOf = (error: object): SourceLocation | undefined => locations.get(error);

/** A mistake of the template's author: a helper's arguments, a name that is not there. `message` is for them. */
export class TemplateFault extends Error {
  override readonly name = 'TemplateFault';
}
