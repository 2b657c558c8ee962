import { isPresent, missingNote } from './lookups.ts';
import type { MarkedName } from './official-compiler.ts';
import type { Helper, HelperOptions, Program, SourceLocation } from './official-runtime.ts';
import type { Expression, Frame } from './program-body.ts';
import { attachLocation, MissingHelper, TemplateFault } from './template-fault.ts';

export interface CallSource {
  readonly name: string | undefined;
  readonly hash: Expression;
  readonly program: ((frame: Frame) => Program) | undefined;
  readonly inverse: ((frame: Frame) => Program) | undefined;
  readonly data: boolean;
  readonly blockParams: boolean;
  readonly loc: SourceLocation | undefined;
}

/** The last argument of a helper. Only blocks get `fn` and `inverse`, because helpers test for them. */
export function helperOptions(source: CallSource): (frame: Frame) => HelperOptions {
  const { name, hash, program, inverse, data, blockParams, loc } = source;
  const isBlock = program !== undefined || inverse !== undefined;
  return (f) => {
    const { lookupProperty, noop, partial } = f.container;
    const pairs = hash(f);
    const options: HelperOptions = {
      name,
      hash: isPresent(pairs) ? pairs : undefined,
      loc,
      partial,
      lookupProperty,
      run: f.run,
    };
    if (isBlock) {
      options.fn = program === undefined ? noop : program(f);
      options.inverse = inverse === undefined ? noop : inverse(f);
    }
    if (data) options.data = f.data;
    if (blockParams) options.blockParams = f.blockParams;
    return options;
  };
}

/** `this` inside a helper. */
const receiver = (f: Frame): unknown => f.context ?? f.container.nullContext;

export interface HelperCall {
  readonly name: string;
  readonly find: Expression;
  readonly params: readonly Expression[];
  readonly options: (frame: Frame) => HelperOptions;
  readonly loc: SourceLocation | undefined;
}

export function helperCall({ name, find, params, options, loc }: HelperCall): Expression {
  return (f) => {
    const helper = find(f);
    f.run.meter.step(params.length);
    const args: unknown[] = [];
    for (const param of params) args.push(param(f));
    args.push(options(f));
    try {
      requireHelper(helper, name);
      return helper.apply(receiver(f), args);
    } catch (error) {
      throw attachLocation(error, loc, f.container.partial);
    }
  };
}

const isHelper = (found: unknown): found is Helper => typeof found === 'function';

function requireHelper(found: unknown, name: string): asserts found is Helper {
  if (isHelper(found)) return;
  if (isPresent(found)) throw new TemplateFault(`"${name}" is a field and takes no arguments`);
  throw new MissingHelper(name);
}

export interface AmbiguousCall {
  readonly known: Helper | undefined;
  readonly field: Expression;
  readonly options: (frame: Frame) => HelperOptions;
  readonly strict: boolean;
  /** `{{#name}}`: the section call that follows reads the options. */
  readonly block: boolean;
  readonly loc: SourceLocation | undefined;
  readonly marked: MarkedName | undefined;
}

/** `{{name}}` or `{{#name}}`: the helper with that name, or else the field. */
export function ambiguousCall(call: AmbiguousCall): Expression {
  const { known, field, options, strict, block, loc, marked } = call;
  const note = missingNote(marked);
  return (f) => {
    const found = known ?? field(f);
    if (found === undefined) note?.(f);
    if (!block && isPresent(found) && typeof found !== 'function') return found;
    const evaluated = options(f);
    f.options = evaluated;
    const target = found ?? (strict ? undefined : f.container.hooks.helperMissing);
    if (!isHelper(target)) return target;
    f.run.meter.step(1);
    try {
      const result = target.call(receiver(f), evaluated);
      // A helper without arguments can return a field of the data.
      if (known !== undefined && result === undefined) note?.(f);
      return result;
    } catch (error) {
      throw attachLocation(error, loc, f.container.partial);
    }
  };
}

/** `{{#list}}…{{/list}}`: the block runs for each element of an array, and once for any other truthy value. */
export const sectionCall =
  (value: Expression, options: (frame: Frame) => HelperOptions | undefined): Expression =>
  (f) =>
    f.container.hooks.blockHelperMissing.call(f.context, value(f), options(f));
