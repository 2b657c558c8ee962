import { LimitExceeded, type Meter } from '../handlebars/limits.ts';
import { TemplateFault } from '../handlebars/located.ts';
import { type Fields, type Helper, type HelperOptions, runtime } from '../handlebars/official.ts';
import { codeHelpers } from './codes.ts';
import { conditionHelpers, defaultHelpers } from './comparison.ts';
import { dateHelpers } from './dates.ts';
import type { HelperBody, HelperTable, RenderScope } from './helper.ts';
import { listHelpers } from './lists.ts';
import { numberHelpers } from './numbers.ts';
import { textHelpers } from './text.ts';
import { isTruthy } from './values.ts';

const VALUE_HELPERS: HelperTable = {
  ...numberHelpers,
  ...dateHelpers,
  ...defaultHelpers,
  ...textHelpers,
  ...listHelpers,
  ...codeHelpers,
};

/** All helpers of ours, as the engine calls them. */
export function registeredHelpers(scope: RenderScope): Record<string, Helper> {
  const helpers: Record<string, Helper> = {};
  for (const [name, body] of Object.entries(VALUE_HELPERS)) helpers[name] = valueHelper(name, body, scope);
  for (const [name, body] of Object.entries(conditionHelpers))
    helpers[name] = conditionHelper(name, body, scope);
  return helpers;
}

function valueHelper(name: string, body: HelperBody, scope: RenderScope): Helper {
  return function helper(this: unknown, ...given: unknown[]) {
    const { args, options } = split(given);
    if (args.length === 0 && isFieldOf(this, name)) return fieldInstead(this, name, options);
    if (options.fn !== undefined) throw new TemplateFault(`{{${name}}} is not a block: write it without "#"`);
    return evaluate(body, args, options, scope);
  };
}

/** `(eq a b)` gives the answer; `{{#eq a b}}…{{else}}…{{/eq}}` acts on it. */
function conditionHelper(name: string, body: HelperBody, scope: RenderScope): Helper {
  return function helper(this: unknown, ...given: unknown[]) {
    const { args, options } = split(given);
    if (args.length === 0 && isFieldOf(this, name)) return fieldInstead(this, name, options);
    const answer = evaluate(body, args, options, scope);
    if (options.fn === undefined) return answer;
    return isTruthy(answer) ? options.fn(this) : options.inverse?.(this);
  };
}

/** The engine passes the options after the arguments. */
function split(given: unknown[]): { args: readonly unknown[]; options: HelperOptions } {
  const options = given.pop();
  if (!isOptions(options)) throw new Error('The engine called a helper without options.');
  return { args: given, options };
}

const isOptions = (value: unknown): value is HelperOptions =>
  typeof value === 'object' && value !== null && 'lookupProperty' in value;

function evaluate(
  body: HelperBody,
  args: readonly unknown[],
  { hash = {} }: HelperOptions,
  scope: RenderScope,
): unknown {
  for (const arg of args) chargeFor(arg, scope.meter);
  const result = body({ args, hash, scope });
  if (typeof result === 'string') chargeResult(result, scope.meter);
  return result;
}

/** A helper reads its whole argument, whatever the output: `{{#if (upper hugeText)}}` in a loop is work. */
function chargeFor(arg: unknown, meter: Meter): void {
  if (typeof arg === 'string') meter.step(arg.length >> 5);
  else if (Array.isArray(arg)) meter.step(arg.length >> 2);
}

function chargeResult(text: string, meter: Meter): void {
  if (text.length > meter.limits.helperChars)
    throw new LimitExceeded('helperChars', meter.limits.helperChars);
  meter.step(text.length >> 5);
}

const isFieldOf = (context: unknown, name: string): context is Fields =>
  typeof context === 'object' && context !== null && Object.hasOwn(context, name);

/** Called without arguments, a helper gives way to a data field of its name: `{{length}}`, `{{#first}}…`. */
function fieldInstead(context: Fields, name: string, options: HelperOptions): unknown {
  const value = context[name];
  return options.fn === undefined ? value : runtime.helpers.blockHelperMissing.call(context, value, options);
}
