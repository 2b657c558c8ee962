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
  readonly partial: string;
  /** Names of the partials that exist where the missing one was named. */
  readonly known: readonly string[];

  constructor(partial: string, known: readonly string[]) {
    super(`The partial ${partial} could not be found`);
    this.partial = partial;
    this.known = known;
  }
}

interface Place {
  readonly loc: SourceLocation | undefined;
  /** The partial whose source has the location. It is null for the template itself. */
  readonly partial: string | null;
}

const PLACE = Symbol('place in the templates');
const CALLS = Symbol('partials that were called');

/** Does not replace a location: the innermost one is attached first. */
export function attachLocation(
  error: unknown,
  loc: SourceLocation | undefined,
  partial: string | null = null,
): unknown {
  if (!isExtensible(error) || PLACE in error || (loc === undefined && partial === null)) return error;
  return Object.defineProperty(error, PLACE, { value: { loc, partial } satisfies Place });
}

/** Notes that the error left a partial. The innermost call is noted first. */
export function attachCall(error: unknown, partial: string): unknown {
  if (!isExtensible(error)) return error;
  const { [CALLS]: inner = [] }: Placed = error;
  return Object.defineProperty(error, CALLS, { value: [partial, ...inner], configurable: true });
}

const isExtensible = (error: unknown): error is Placed =>
  typeof error === 'object' && error !== null && Object.isExtensible(error);

interface Placed {
  readonly [PLACE]?: Place;
  readonly [CALLS]?: readonly string[];
}

export const findLocation = (error: Error & Placed): SourceLocation | undefined => error[PLACE]?.loc;

/** The calls that lead to the partial with the error, outermost first. It is null for an error in the template itself. */
export function findPartialCalls(error: Error & Placed): readonly [string, ...string[]] | null {
  const partial = error[PLACE]?.partial ?? null;
  if (partial === null) return null;
  const calls = error[CALLS] ?? [];
  // The block that a partial gives to another one runs inside of the other one.
  const [first = partial, ...others] = calls.slice(0, calls.lastIndexOf(partial) + 1);
  return [first, ...others];
}
