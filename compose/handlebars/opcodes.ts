import type { Opcode } from 'handlebars/dist/cjs/handlebars/compiler/compiler.js';
import type { DecoratorBody, HelperOptions, ProgramBody, SourceLocation } from 'handlebars/dist/cjs/handlebars.runtime.js';
import {
  type Arguments,
  ambiguousCall,
  helperCall,
  optionsOf,
  type WrittenOptions,
} from './calls.ts';
import type { Build } from './closures.ts';
import { choiceBetween } from './conditions.ts';
import { hashOf, lookUp, strictLookUp } from './lookups.ts';
import { locate, TemplateFault } from './located.ts';
import { partialCall } from './partials.ts';
import { escapedText, textOf } from './print.ts';
import type { Expression, Frame, Output, Slot } from './program.ts';

/** A program inside this one. */
export interface Child {
  /** Its place in the template. */
  readonly slot: number;
  /** How many block parameters it names. */
  readonly blockParams: number;
  readonly body: ProgramBody;
  readonly decorator: DecoratorBody | undefined;
}

interface WrittenDecorator {
  readonly name: string;
  readonly loc: SourceLocation | undefined;
  readonly options: (frame: Frame) => HelperOptions & { args: readonly unknown[] };
}

/** On the stack where a block has no program or no inverse; and the literal `undefined`, which hashes omit. */
const NOTHING: Expression = () => null;
const UNDEFINED: Expression = () => undefined;
const EMPTY_HASH: Expression = () => ({});

/**
 * Builds one program from its opcodes. The opcodes describe a stack machine; its stack exists only here, at
 * compile time, and holds the closures that will compute the values.
 */
export class ProgramBuilder {
  readonly #build: Build;
  readonly #children: readonly Child[];
  readonly #texts: string[] = [''];
  readonly #slots: Slot[] = [];
  readonly #decorators: WrittenDecorator[] = [];
  readonly #stack: Expression[] = [];
  /** Which child program an expression on the stack stands for. */
  readonly #programs = new Map<Expression, Child>();
  readonly #hashes: [key: string, value: Expression][][] = [];
  /** How far up `getContext` went: the number of `../`. */
  #contextDepth = 0;
  #lastAmbiguous = '';
  /** Whether the value on top of the stack may have run programs: only calls may. */
  #called = false;
  #loc: SourceLocation | undefined;

  constructor(build: Build, children: readonly Child[]) {
    this.#build = build;
    this.#children = children;
  }

  output(): Output {
    return { texts: this.#texts, slots: this.#slots };
  }

  /** Runs the program's decorators (`{{#*inline}}`), which may wrap it; undefined where there are none. */
  decorator(): DecoratorBody | undefined {
    const decorators = this.#decorators;
    const { meter } = this.#build;
    if (decorators.length === 0) return undefined;
    return (program, props, container, context, data, blockParams, depths) => {
      const { helpers, partials } = container;
      const frame = { container, context, helpers, partials, data, blockParams, depths, options: undefined };
      let decorated = program;
      meter.step(decorators.length);
      for (const { name, options, loc } of decorators) {
        try {
          const decorate = container.lookupProperty(container.decorators, name);
          if (typeof decorate !== 'function') throw new TemplateFault(`Missing decorator: "${name}"`);
          decorated = decorate(decorated, props, container, options(frame)) || decorated;
        } catch (error) {
          throw locate(error, loc);
        }
      }
      return decorated;
    };
  }

  /** Cases in the order of the official compiler's documentation of opcodes. */
  apply(instruction: Opcode): void {
    this.#loc = instruction.loc;
    switch (instruction.opcode) {
      case 'appendContent':
        this.#texts[this.#texts.length - 1] += instruction.args[0];
        return;
      case 'append':
        return this.#append();
      case 'appendEscaped':
        return this.#appendEscaped();
      case 'getContext':
        [this.#contextDepth] = instruction.args;
        return;
      case 'pushContext':
        return this.#push(this.#context());
      case 'lookupOnContext':
        return this.#lookupOnContext(...instruction.args);
      case 'lookupBlockParam':
        return this.#lookupBlockParam(...instruction.args);
      case 'lookupData':
        return this.#lookupData(...instruction.args);
      case 'resolvePossibleLambda':
        return this.#resolvePossibleLambda();
      case 'emptyHash':
        return this.#push(instruction.args[0] ? UNDEFINED : EMPTY_HASH);
      case 'pushHash':
        this.#hashes.push([]);
        return;
      case 'assignToHash':
        return this.#assignToHash(...instruction.args);
      case 'popHash':
        return this.#push(hashOf(this.#hashes.pop() ?? [], this.#build.meter));
      case 'pushString':
        return this.#pushLiteral(instruction.args[0]);
      case 'pushLiteral':
        return this.#pushLiteral(...instruction.args, true);
      case 'pushProgram':
        return this.#pushProgram(...instruction.args);
      case 'invokeHelper':
        return this.#invokeHelper(...instruction.args);
      case 'invokeKnownHelper':
        return this.#invokeKnownHelper(...instruction.args);
      case 'invokeAmbiguous':
        return this.#invokeAmbiguous(...instruction.args);
      case 'ambiguousBlockValue':
        return this.#ambiguousBlockValue();
      case 'blockValue':
        return this.#blockValue(...instruction.args);
      case 'invokePartial':
        return this.#invokePartial(...instruction.args);
      case 'registerDecorator':
        return this.#registerDecorator(...instruction.args);
    }
  }

  #push(value: Expression): void {
    this.#stack.push(value);
  }

  #pop(): Expression {
    const value = this.#stack.pop();
    if (value === undefined) throw new Error('The opcodes took more than they left.');
    return value;
  }

  #context(): Expression {
    const depth = this.#contextDepth;
    return depth > 0 ? (f) => f.depths?.[depth] : (f) => f.context;
  }

  #slot(read: Expression): void {
    this.#slots.push({ read, loc: this.#loc, runsPrograms: this.#called });
    this.#texts.push('');
    this.#called = false;
  }

  #append(): void {
    const { meter } = this.#build;
    const value = this.#pop();
    this.#slot((f) => textOf(value(f), meter));
  }

  #appendEscaped(): void {
    const { meter } = this.#build;
    const value = this.#pop();
    this.#slot((f) => escapedText(value(f), meter));
  }

  #lookupOnContext(parts: string[], falsy?: boolean, strict?: boolean, scoped?: boolean): void {
    if (this.#build.options.compat && this.#contextDepth === 0 && !scoped) {
      const name = parts[0]!;
      this.#path((f) => f.container.lookup(f.depths ?? [], name), parts.slice(1), falsy, strict);
    } else this.#path(this.#context(), parts, falsy, strict);
  }

  #lookupBlockParam([depth, index]: [number, number], parts: string[]): void {
    const [name = ''] = parts;
    const value: Expression = (f) => {
      const values = f.blockParams?.[depth];
      if (values === undefined) throw new TemplateFault(`nothing is passed for the block parameter "${name}"`);
      return values[index];
    };
    this.#path(value, parts.slice(1));
  }

  #lookupData(depth: number, parts: string[], strict?: boolean): void {
    const base: Expression = depth > 0 ? (f) => f.container.data(f.data, depth) : (f) => f.data;
    this.#path(base, parts, true, strict);
  }

  #path(base: Expression, parts: readonly string[], falsy = false, strict = false): void {
    const { options, meter } = this.#build;
    if (options.strict || options.assumeObjects) {
      this.#push(strictLookUp(base, parts, options.strict === true && strict, this.#loc));
    } else this.#push(lookUp(base, parts, falsy, meter));
  }

  #resolvePossibleLambda(): void {
    const value = this.#pop();
    this.#push((f) => {
      const resolved = value(f);
      return typeof resolved === 'function' ? f.container.lambda(resolved, f.context) : resolved;
    });
    this.#called = true;
  }

  #assignToHash(key: string): void {
    const value = this.#pop();
    // As the official compiler does, which writes an object literal and skips `undefined`.
    if (value !== UNDEFINED) this.#hashes.at(-1)?.push([key, value]);
  }

  /** The opcodes write `undefined` and `null` as words, a string of the same spelling comes as `pushString`. */
  #pushLiteral(value: unknown, words = false): void {
    if (words && value === 'undefined') return this.#push(UNDEFINED);
    const constant = words && value === 'null' ? null : value;
    this.#push(() => constant);
  }

  #pushProgram(guid: number | null | undefined): void {
    if (guid === null || guid === undefined) return this.#push(NOTHING);
    const child = this.#children[guid]!;
    const { slot, blockParams } = child;
    const program: Expression = (f) =>
      f.container.program(slot, f.data, blockParams, f.blockParams, f.depths);
    this.#programs.set(program, child);
    this.#push(program);
  }

  /** Takes hash, inverse, program and parameters off the stack. */
  #popOptions(name: string | undefined, size: number): { params: Expression[]; written: WrittenOptions } {
    const hash = this.#pop();
    const inverse = this.#pop();
    const program = this.#pop();
    const params: Expression[] = Array.from({ length: size });
    for (let i = size - 1; i >= 0; i--) params[i] = this.#pop();
    const { options, usesBlockParams } = this.#build;
    const written = {
      name,
      hash,
      program: program === NOTHING ? null : program,
      inverse: inverse === NOTHING ? null : inverse,
      data: options.data === true,
      blockParams: usesBlockParams,
      loc: this.#loc,
    };
    return { params, written };
  }

  #arguments(name: string, size: number): Arguments {
    const { params, written } = this.#popOptions(name, size);
    return { params, options: optionsOf(written), loc: this.#loc };
  }

  #invokeHelper(size: number, name: string, simple: boolean): void {
    const field = this.#pop();
    const strict = this.#build.options.strict === true;
    const known = simple ? this.#build.helpers.get(name) : undefined;
    const find: Expression =
      known === undefined
        ? (f) => field(f) || (strict ? undefined : f.container.hooks.helperMissing)
        : () => known;
    this.#pushCall(helperCall(name, find, this.#arguments(name, size), this.#build.meter));
  }

  /** The language's own helpers. */
  #invokeKnownHelper(size: number, name: string): void {
    const top = this.#stack.length - 1;
    const [condition, program, inverse, hash] = this.#stack.slice(Math.max(0, top - 3));
    const known = this.#build.helpers.get(name);
    const call = helperCall(name, () => known, this.#arguments(name, size), this.#build.meter);
    const isChoice = (name === 'if' || name === 'unless') && size === 1 && hash === EMPTY_HASH;
    if (!isChoice) return this.#pushCall(call);
    this.#pushCall(
      choiceBetween({
        condition: condition!,
        negated: name === 'unless',
        program: this.#programs.get(program!),
        inverse: this.#programs.get(inverse!),
        call,
      }),
    );
  }

  #pushCall(call: Expression): void {
    this.#push(call);
    this.#called = true;
  }

  #invokeAmbiguous(name: string, block: boolean): void {
    const field = this.#pop();
    this.#push(EMPTY_HASH);
    const { options } = this.#arguments(name, 0);
    const strict = this.#build.options.strict === true;
    const known = this.#build.helpers.get(name);
    this.#lastAmbiguous = name;
    const call = { known, field, options, strict, block, loc: this.#loc };
    this.#pushCall(ambiguousCall(call, this.#build.meter));
  }

  #ambiguousBlockValue(): void {
    this.#popOptions('', 0);
    const value = this.#pop();
    if (this.#build.helpers.has(this.#lastAmbiguous)) return this.#pushCall(value);
    this.#pushCall((f) =>
      f.container.hooks.blockHelperMissing.call(f.context, value(f) as never, f.options as never),
    );
  }

  #blockValue(name: string): void {
    const { options } = this.#arguments(name, 0);
    const value = this.#pop();
    this.#pushCall((f) =>
      f.container.hooks.blockHelperMissing.call(f.context, value(f) as never, options(f) as never),
    );
  }

  #invokePartial(dynamic: boolean, name: string, indent: string): void {
    const { params, written } = this.#popOptions(dynamic ? undefined : name, 1);
    const partial: Expression = dynamic
      ? this.#pop()
      : (f) => f.container.lookupProperty(f.partials, name);
    const compat = this.#build.options.compat === true;
    const call = { partial, dynamic, context: params[0]!, indent, compat, written };
    this.#pushCall(partialCall(call, this.#build.meter));
  }

  #registerDecorator(size: number, name: string): void {
    const { params, options } = this.#arguments(name, size);
    this.#decorators.push({
      name,
      loc: this.#loc,
      options: (f) => Object.assign(options(f), { args: params.map((param) => param(f)) }),
    });
  }
}
