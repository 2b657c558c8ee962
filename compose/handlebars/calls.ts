import type { Helper, HelperOptions, Program, SourceLocation } from 'handlebars/dist/cjs/handlebars.runtime.js';
import type { Meter } from './limits.ts';
import { locate, TemplateFault } from './located.ts';
import type { Expression, Frame } from './program.ts';

/** What the template wrote around a call; evaluated anew for each one. */
export interface WrittenOptions {
  readonly name: string | undefined;
  readonly hash: Expression;
  readonly program: Expression | null;
  readonly inverse: Expression | null;
  readonly data: boolean;
  readonly blockParams: boolean;
  readonly loc: SourceLocation | undefined;
}

export interface Arguments {
  readonly params: readonly Expression[];
  readonly options: (frame: Frame) => HelperOptions;
  readonly loc: SourceLocation | undefined;
}

/** The last argument of every helper. `fn` and `inverse` are there only for blocks: helpers test for them. */
export function optionsOf(written: WrittenOptions): (frame: Frame) => HelperOptions {
  const { name, hash, program, inverse, data, blockParams, loc } = written;
  const isBlock = program !== null || inverse !== null;
  return (f) => {
    const options = { name, hash: hash(f) } as HelperOptions;
    if (isBlock) {
      options.fn = program === null ? f.container.noop : (program(f) as Program);
      options.inverse = inverse === null ? f.container.noop : (inverse(f) as Program);
    }
    if (data) options.data = f.data;
    if (blockParams) options.blockParams = f.blockParams;
    options.loc = loc;
    options.lookupProperty = f.container.lookupProperty;
    return options;
  };
}

/** `this` of a helper. */
export const receiver = (f: Frame): unknown => f.context ?? f.container.nullContext;

/** Calls what `find` finds. An error that the helper throws is located at the call. */
export function helperCall(name: string, find: Expression, args: Arguments, meter: Meter): Expression {
  const { params, options, loc } = args;
  const [first] = params;
  const size = params.length;
  if (size === 1) {
    return (f) => {
      const helper = find(f);
      const value = first!(f);
      try {
        requireHelper(helper, name);
        return helper.call(receiver(f), value as never, options(f) as never);
      } catch (error) {
        throw locate(error, loc);
      }
    };
  }
  return (f) => {
    const helper = find(f);
    meter.step(size);
    const values: unknown[] = [];
    for (let i = 0; i < size; i++) values.push(params[i]!(f));
    values.push(options(f));
    try {
      requireHelper(helper, name);
      return helper.apply(receiver(f), values as never[]);
    } catch (error) {
      throw locate(error, loc);
    }
  };
}

/** @throws {TemplateFault} a field in the place of a helper, or nothing at all */
function requireHelper(found: unknown, name: string): asserts found is Helper {
  if (typeof found === 'function') return;
  if (found === null || found === undefined) throw new TemplateFault(`Missing helper: "${name}"`);
  throw new TemplateFault(`"${name}" is a field and takes no arguments`);
}

interface Ambiguous {
  /** The helper of that name, where every template knows one. */
  readonly known: Helper | undefined;
  readonly field: Expression;
  readonly options: (frame: Frame) => HelperOptions;
  readonly strict: boolean;
  /** `{{#name}}`: the section call that follows reads the options. */
  readonly block: boolean;
  readonly loc: SourceLocation | undefined;
}

/** `{{name}}` or `{{#name}}`: a helper of that name, else a field, else nothing. */
export function ambiguousCall(call: Ambiguous, meter: Meter): Expression {
  const { known, field, options, strict, block, loc } = call;
  return (f) => {
    const found = known ?? field(f);
    if (!block && found !== null && found !== undefined && typeof found !== 'function') return found;
    const evaluated = options(f);
    f.options = evaluated;
    const target = found ?? (strict ? undefined : f.container.hooks.helperMissing);
    if (typeof target !== 'function') return target;
    meter.step(1);
    try {
      return (target as Helper).call(receiver(f), evaluated as never);
    } catch (error) {
      throw locate(error, loc);
    }
  };
}
