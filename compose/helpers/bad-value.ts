import { type DataFrame, TemplateFault } from '@platen/handlebars';

/** The place in the data where a helper was called. */
export interface CallPlace {
  readonly helper: string;
  /** `this` of the helper. */
  readonly context: unknown;
  readonly frame: DataFrame | undefined;
}

export interface Rejected {
  /** Index of the argument, or the name of a named one. */
  readonly argument: number | string;
  readonly value: unknown;
  /** The path from the argument to the value, such as `[2, "price"]`. */
  readonly within?: readonly (string | number)[];
}

/** The data has a value, but the helper cannot use it. */
export class BadValue extends TemplateFault implements Rejected {
  readonly argument: number | string;
  readonly value: unknown;
  readonly within: readonly (string | number)[];
  /** The caller of the helper sets it, because the helper does not know its place. */
  place: CallPlace | null = null;

  /** @param rule that the value breaks */
  constructor(rule: string, { argument, value, within = [] }: Rejected) {
    super(rule);
    this.argument = argument;
    this.value = value;
    this.within = within;
  }
}

const MAX_TEXT_CHARS = 40;

/** Describes a value for a message: a short one as JSON, and a long one by its kind. */
export function describeValue(value: unknown): string {
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object' && value !== null) return 'an object';
  if (typeof value !== 'string') return String(value);
  const isLong = value.length > MAX_TEXT_CHARS;
  return JSON.stringify(isLong ? `${value.slice(0, MAX_TEXT_CHARS)}…` : value);
}
