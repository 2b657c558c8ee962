import {
  blockHelperMissing,
  type Helper,
  type HelperOptions,
  isPresent,
  LimitExceeded,
  type Meter,
  TemplateFault,
} from '@platen/handlebars';
import { BadValue } from './bad-value.ts';
import { codeHelpers } from './codes.ts';
import { conditionHelpers, defaultHelpers } from './comparison.ts';
import { dateHelpers } from './dates.ts';
import type { HelperBody, HelperTable, RenderScope } from './helper.ts';
import { noteUnknownOptions } from './helper-options.ts';
import { listHelpers } from './lists.ts';
import { numberHelpers } from './numbers.ts';
import { textHelpers } from './text.ts';
import { translationHelpers } from './translate.ts';
import { isTruthy } from './values.ts';

type Options = HelperOptions<RenderScope>;

const valueHelpers: HelperTable = {
  ...numberHelpers,
  ...dateHelpers,
  ...defaultHelpers,
  ...textHelpers,
  ...listHelpers,
  ...codeHelpers,
  ...translationHelpers,
};

function valueHelper(name: string, body: HelperBody): Helper {
  return function helper(this: unknown, ...given: unknown[]) {
    const { args, options } = split(given);
    if (isField(this, name, args, options)) return fieldInstead(this, name, options);
    if (options.fn !== undefined) throw new TemplateFault(`{{${name}}} is not a block: write it without "#"`);
    return evaluate({ name, body }, this, args, options);
  };
}

/** `(eq a b)` returns the answer. `{{#eq a b}}…{{else}}…{{/eq}}` runs one of its two programs. */
function conditionHelper(name: string, body: HelperBody): Helper {
  return function helper(this: unknown, ...given: unknown[]) {
    const { args, options } = split(given);
    if (isField(this, name, args, options)) return fieldInstead(this, name, options);
    const answer = evaluate({ name, body }, this, args, options);
    if (options.fn === undefined) return answer;
    return isTruthy(answer) ? options.fn(this) : options.inverse?.(this);
  };
}

const wrap = (table: HelperTable, toHelper: (name: string, body: HelperBody) => Helper) =>
  Object.entries(table).map(([name, body]) => [name, toHelper(name, body)] as const);

export const HELPERS: Readonly<Record<string, Helper>> = Object.fromEntries([
  ...wrap(valueHelpers, valueHelper),
  ...wrap(conditionHelpers, conditionHelper),
]);

/** These helpers ask whether there is a value. A name that the data does not have is no mistake there. */
export const HELPERS_THAT_ASK: readonly string[] = Object.keys({ ...conditionHelpers, ...defaultHelpers });

function split(given: unknown[]): { args: readonly unknown[]; options: Options } {
  const options = given.pop();
  if (!isOptions(options)) throw new Error('The engine called a helper without options.');
  return { args: given, options };
}

const isOptions = (value: unknown): value is Options =>
  typeof value === 'object' && value !== null && 'run' in value;

/** @throws {BadValue} It has the place of the call. */
function evaluate(
  { name, body }: { readonly name: string; readonly body: HelperBody },
  context: unknown,
  args: readonly unknown[],
  { hash = {}, run, data: frame, loc, partial = null }: Options,
): unknown {
  const { meter, scope } = run;
  for (const arg of args) chargeArgument(arg, meter);
  noteUnknownOptions(name, { hash, meter, loc, partial });
  try {
    const result = body({ args, hash, scope, meter, loc, partial });
    if (typeof result === 'string') chargeResult(result, meter);
    return result;
  } catch (error) {
    if (error instanceof BadValue) error.place = { helper: name, context, frame };
    throw error;
  }
}

/** A helper reads its whole argument, however short its output is. */
function chargeArgument(arg: unknown, meter: Meter): void {
  if (typeof arg === 'string') meter.step(arg.length >> 5);
  else if (Array.isArray(arg)) meter.step(arg.length >> 2);
}

function chargeResult(text: string, meter: Meter): void {
  if (text.length > meter.limits.helperChars)
    throw new LimitExceeded('helperChars', meter.limits.helperChars);
  meter.step(text.length >> 5);
}

const WITHOUT_ARGUMENTS: ReadonlySet<string> = new Set(['now', 'pageBreak']);

/**
 * A call without arguments reads the field of the data with the helper's name, as if the helper did not exist. This holds for a
 * row without the field too, because `{{^last}}, {{/last}}` is written for such rows.
 */
function isField(context: unknown, name: string, args: readonly unknown[], options: Options): boolean {
  if (args.length > 0 || Object.keys(options.hash ?? {}).length > 0) return false;
  const isBlock = options.fn !== undefined;
  return isBlock || !WITHOUT_ARGUMENTS.has(name) || (isPresent(context) && Object.hasOwn(context, name));
}

function fieldInstead(context: unknown, name: string, options: Options): unknown {
  const value = isPresent(context) ? options.lookupProperty(context, name) : undefined;
  return options.fn === undefined ? value : blockHelperMissing.call(context, value, options);
}
