import { optionsOf, type WrittenOptions } from './calls.ts';
import type { Meter } from './limits.ts';
import { locate, TemplateFault } from './located.ts';
import type { Decorator, PartialOptions } from './official.ts';
import { textOf } from './print.ts';
import type { Expression } from './program.ts';

interface PartialCall {
  readonly partial: Expression;
  /** The name comes from an expression: `{{> (lookup . "name")}}`. */
  readonly dynamic: boolean;
  readonly context: Expression;
  /** Whitespace before a partial that stands alone on its line: put before each of its lines. */
  readonly indent: string;
  readonly compat: boolean;
  readonly written: WrittenOptions;
}

export function partialCall(call: PartialCall, meter: Meter): Expression {
  const { partial, dynamic, context, indent, compat, written } = call;
  const options = optionsOf(written);
  const { loc } = written;
  return (f) => {
    const found = partial(f);
    const target = dynamic && typeof found !== 'function' ? textOf(found, meter) : found;
    const scope = context(f);
    const partialOptions: PartialOptions = {
      ...options(f),
      helpers: f.helpers,
      partials: f.partials,
      decorators: f.container.decorators,
    };
    chargeCopies(scope, partialOptions, meter);
    if (compat && f.depths) partialOptions.depths = f.depths;
    try {
      if (dynamic && target === '' && !partialOptions.fn)
        throw new TemplateFault('the name of the partial is missing');
      const result = f.container.invokePartial(target, scope, partialOptions);
      return indent === '' ? result : indented(textOf(result, meter), indent, meter);
    } catch (error) {
      throw locate(error, loc);
    }
  };
}

/** To copy a field of a large object takes some 500 ns, to spell out a string as fields 1 µs. */
const STEPS_PER_FIELD = 2;
const STEPS_PER_CHAR = 4;

/** To resolve a partial and bind it to its data. */
const STEPS_PER_CALL = 4;

/** The runtime copies the whole context where a partial has a hash, and all partials where it has a block. */
function chargeCopies(scope: unknown, { hash, fn, partials }: PartialOptions, meter: Meter): void {
  meter.step(STEPS_PER_CALL);
  if (hash && typeof scope === 'string') meter.step(scope.length * STEPS_PER_CHAR);
  if (hash && typeof scope === 'object' && scope !== null) {
    meter.step(Object.keys(scope).length * STEPS_PER_FIELD);
  }
  if (fn && partials) meter.step(Object.keys(partials).length);
}

/** As the runtime indents, without its array of lines: five million line ends would be five million strings. */
function indented(text: string, indent: string, meter: Meter): string {
  let lines = 1;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) lines += 1;
  meter.step(lines);
  meter.write(lines * indent.length);
  const ends = text.endsWith('\n');
  const body = ends ? text.slice(0, -1) : text;
  if (text === '') return text;
  return `${indent}${body.replaceAll('\n', `\n${indent}`)}${ends ? '\n' : ''}`;
}

/** The official `inline` decorator, charged: it copies all visible partials each time its block runs. */
export const inlineDecorator =
  (meter: Meter): Decorator =>
  (program, props, container, options) => {
    const name = options.args[0] === undefined ? 'undefined' : textOf(options.args[0], meter);
    let decorated = program;
    if (!props.partials) {
      const own: Record<string, unknown> = {};
      props.partials = own;
      decorated = (context, programOptions) => {
        const outer = container.partials;
        meter.step(Object.keys(outer ?? {}).length + Object.keys(own).length);
        container.partials = { ...outer, ...own };
        try {
          return program(context, programOptions);
        } finally {
          // Also after an error: partials hold data, and the container outlives the rendering.
          container.partials = outer;
        }
      };
    }
    props.partials[name] = options.fn;
    return decorated;
  };
