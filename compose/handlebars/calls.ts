import type { Meter } from './limits.ts';
import { locate, TemplateFault } from './located.ts';
import { isPresent } from './lookups.ts';
import type { Helper, HelperOptions, Program, SourceLocation } from './official.ts';
import type { Expression, Frame } from './program.ts';

/** What the template wrote around a call; evaluated anew for each one. */
export interface WrittenOptions {
  readonly name: string | undefined;
  readonly hash: Expression;
  readonly program: ((frame: Frame) => Program) | undefined;
  readonly inverse: ((frame: Frame) => Program) | undefined;
  readonly data: boolean;
  readonly blockParams: boolean;
  readonly loc: SourceLocation | undefined;
}

/** The last argument of every helper. `fn` and `inverse` are there only for blocks: helpers test for them. */
export function optionsOf(written: WrittenOptions): (frame: Frame) => HelperOptions {
  const { name, hash, program, inverse, data, blockParams, loc } = written;
  const isBlock = program !== undefined || inverse !== undefined;
  return (f) => {
    const { lookupProperty, noop } = f.container;
    const pairs = hash(f);
    const options: HelperOptions = { name, hash: isPresent(pairs) ? pairs : undefined, loc, lookupProperty };
    if (isBlock) {
      options.fn = program === undefined ? noop : program(f);
      options.inverse = inverse === undefined ? noop : inverse(f);
    }
    if (data) options.data = f.data;
    if (blockParams) options.blockParams = f.blockParams;
    return options;
  };
}

/** `this` of a helper. */
const receiver = (f: Frame): unknown => f.context ?? f.container.nullContext;

export interface HelperCall {
  readonly name: string;
  /** Finds the helper, or what stands in its place. */
  readonly find: Expression;
  readonly params: readonly Expression[];
  readonly options: (frame: Frame) => HelperOptions;
  readonly loc: SourceLocation | undefined;
}

/** Calls what `find` finds. An error that the helper throws is located at the call. */
export function helperCall({ name, find, params, options, loc }: HelperCall, meter: Meter): Expression {
  return (f) => {
    const helper = find(f);
    meter.step(params.length);
    const args: unknown[] = [];
    for (const param of params) args.push(param(f));
    args.push(options(f));
    try {
      requireHelper(helper, name);
      return helper.apply(receiver(f), args);
    } catch (error) {
      throw locate(error, loc);
    }
  };
}

const isHelper = (found: unknown): found is Helper => typeof found === 'function';

/** @throws {TemplateFault} a field in the place of a helper, or nothing at all */
function requireHelper(found: unknown, name: string): asserts found is Helper {
  if (isHelper(found)) return;
  if (isPresent(found)) throw new TemplateFault(`"${name}" is a field and takes no arguments`);
  throw new TemplateFault(`Missing helper: "${name}"`);
}

export interface AmbiguousCall {
  /** The helper of that name, where there is one. */
  readonly known: Helper | undefined;
  readonly field: Expression;
  readonly options: (frame: Frame) => HelperOptions;
  readonly strict: boolean;
  /** `{{#name}}`: the section call that follows reads the options. */
  readonly block: boolean;
  readonly loc: SourceLocation | undefined;
}

/** `{{name}}` or `{{#name}}`: a helper of that name, else a field, else nothing. */
export function ambiguousCall(call: AmbiguousCall, meter: Meter): Expression {
  const { known, field, options, strict, block, loc } = call;
  return (f) => {
    const found = known ?? field(f);
    if (!block && isPresent(found) && typeof found !== 'function') return found;
    const evaluated = options(f);
    f.options = evaluated;
    const target = found ?? (strict ? undefined : f.container.hooks.helperMissing);
    if (!isHelper(target)) return target;
    meter.step(1);
    try {
      return target.call(receiver(f), evaluated);
    } catch (error) {
      throw locate(error, loc);
    }
  };
}

/** `{{#list}}…{{/list}}`: the block runs for each element, for the object, or where there is something. */
export const sectionCall =
  (value: Expression, options: (frame: Frame) => HelperOptions | undefined): Expression =>
  (f) =>
    f.container.hooks.blockHelperMissing.call(f.context, value(f), options(f));
