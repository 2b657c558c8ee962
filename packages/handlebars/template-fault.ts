import type { SourceLocation } from './official-runtime.ts';

/** A mistake in the template, such as an unknown name. `message` is for its author. */
export class TemplateFault extends Error {
  override readonly name = 'TemplateFault';
}

export class MissingHelper extends TemplateFault {
  readonly helper: string;

  constructor(helper: string) {
    super(`Missing helper: "${helper}"`);
    this.helper = helper;
  }
}

export class MissingPartial extends TemplateFault {
  /** Names of the partials that exist where the missing one was named. */
  readonly known: readonly string[];

  constructor(partial: string, known: readonly string[]) {
    super(`The partial ${partial} could not be found`);
    this.known = known;
  }
}

const LOCATION = Symbol('location in the template');

/** Does not replace a location: the innermost one is attached first. */
export function attachLocation(error: unknown, loc: SourceLocation | undefined): unknown {
  if (typeof error !== 'object' || error === null || loc === undefined || LOCATION in error) return error;
  if (Object.isExtensible(error)) Object.defineProperty(error, LOCATION, { value: loc });
  return error;
}

export const findLocation = (
  error: Error & { readonly [LOCATION]?: SourceLocation },
): SourceLocation | undefined => error[LOCATION];
