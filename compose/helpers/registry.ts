import {
  blockHelperMissing,
  type Fields,
  type Helper,
  type HelperOptions,
  LimitExceeded,
  type Meter,
  TemplateFault,
} from '@platen/handlebars';
import { codeHelpers } from './codes.ts';
import { conditionHelpers, defaultHelpers } from './comparison.ts';
import { dateHelpers } from './dates.ts';
import type { HelperBody, HelperTable, RenderScope } from './helper.ts';
import { listHelpers } from './lists.ts';
import { numberHelpers } from './numbers.ts';
import { textHelpers } from './text.ts';
import { isTruthy } from './values.ts';

type Options = HelperOptions<RenderScope>;

const valueHelpers: HelperTable = {
  ...numberHelpers,
  ...dateHelpers,
  ...defaultHelpers,
  ...textHelpers,
  ...listHelpers,
  ...codeHelpers,
};

function valueHelper(name: string, body: HelperBody): Helper {
  return function helper(this: unknown, ...given: unknown[]) {
    const { args, options } = split(given);
    if (args.length === 0 && hasField(this, name)) return fieldInstead(this, name, options);
    if (options.fn !== undefined) throw new TemplateFault(`{{${name}}} is not a block: write it without "#"`);
    return evaluate(body, args, options);
  };
}

/** `(eq a b)` returns the answer. `{{#eq a b}}…{{else}}…{{/eq}}` runs one of its two programs. */
function conditionHelper(name: string, body: HelperBody): Helper {
  return function helper(this: unknown, ...given: unknown[]) {
    const { args, options } = split(given);
    if (args.length === 0 && hasField(this, name)) return fieldInstead(this, name, options);
    const answer = evaluate(body, args, options);
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

/** They ask whether there is a value, so a name that the data does not have is no mistake in them. */
export const HELPERS_THAT_ASK: readonly string[] = Object.keys({ ...conditionHelpers, ...defaultHelpers });

function split(given: unknown[]): { args: readonly unknown[]; options: Options } {
  const options = given.pop();
  if (!isOptions(options)) throw new Error('The engine called a helper without options.');
  return { args: given, options };
}

const isOptions = (value: unknown): value is Options =>
  typeof value === 'object' && value !== null && 'run' in value;

function evaluate(body: HelperBody, args: readonly unknown[], { hash = {}, run }: Options): unknown {
  const { meter, scope } = run;
  for (const arg of args) chargeArgument(arg, meter);
  const result = body({ args, hash, scope, meter });
  if (typeof result === 'string') chargeResult(result, meter);
  return result;
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

const hasField = (context: unknown, name: string): context is Fields =>
  typeof context === 'object' && context !== null && Object.hasOwn(context, name);

/** Without arguments, a data field with the helper's name comes first: `{{length}}`, `{{#first}}…`. */
function fieldInstead(context: Fields, name: string, options: Options): unknown {
  const value = context[name];
  return options.fn === undefined ? value : blockHelperMissing.call(context, value, options);
}
