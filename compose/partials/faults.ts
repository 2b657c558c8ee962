import { MissingPartial, TemplateFault } from '@platen/handlebars';
import { cut } from '../source-text.ts';

/** Partials that call more partials than this, one inside of the other, are refused. */
export const MAX_PARTIAL_DEPTH = 16;

/** A partial calls itself, perhaps through others. */
export class PartialCycle extends TemplateFault {
  readonly partial: string;

  constructor(partial: string) {
    super(`The partial ${partial} calls itself`);
    this.partial = partial;
  }
}

/** Partials are called too deeply inside of each other. */
export class PartialsTooDeep extends TemplateFault {
  readonly partial: string;

  constructor(partial: string) {
    super(`Partials are called more than ${MAX_PARTIAL_DEPTH} deep`);
    this.partial = partial;
  }
}

/** Returns the partial whose call causes the error. It is null for an error of another kind. */
export const calledInVain = (error: unknown): string | null =>
  error instanceof PartialCycle || error instanceof PartialsTooDeep || error instanceof MissingPartial
    ? error.partial
    : null;

const MAX_SHOWN = 10;
const MAX_NAME_CHARS = 40;

/** `invoice → layout → footer`. The middle of a long chain is left out. */
export function describeChain(names: readonly string[]): string {
  const half = MAX_SHOWN / 2;
  const shown = names.length <= MAX_SHOWN + 1 ? names : [...names.slice(0, half), '…', ...names.slice(-half)];
  return shown.map((name) => cut(name, MAX_NAME_CHARS)).join(' → ');
}
