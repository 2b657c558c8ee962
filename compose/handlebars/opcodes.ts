import { ambiguousCall, helperCall, optionsOf, sectionCall, type WrittenOptions } from './calls.ts';
import type { Build, Child } from './closures.ts';
import { choiceBetween } from './conditions.ts';
import { locate, TemplateFault } from './located.ts';
import type { Decorator, DecoratorBody, SourceLocation } from './official.ts';
import type { Opcode } from './official-compiler.ts';
import { partialCall } from './partials.ts';
import { escapedText, textOf } from './print.ts';
import type { Expression, Output, Slot } from './program.ts';
import { EMPTY_HASH, type StackedProgram, ValueStack } from './value-stack.ts';

interface WrittenDecorator {
  readonly name: string;
  readonly params: readonly Expression[];
  readonly written: WrittenOptions;
}

/** What a call takes off the stack. */
interface PoppedCall {
  readonly params: readonly Expression[];
  readonly hash: Expression;
  readonly program: StackedProgram | undefined;
  readonly inverse: StackedProgram | undefined;
}

const isDecorator = (found: unknown): found is Decorator => typeof found === 'function';

/** Builds one program from its opcodes. */
export class ProgramBuilder {
  readonly #build: Build;
  readonly #children: readonly Child[];
  readonly #stack: ValueStack;
  readonly #texts: string[] = [''];
  readonly #slots: Slot[] = [];
  readonly #decorators: WrittenDecorator[] = [];
  #lastAmbiguous = '';
  /** Whether the value on top of the stack may run programs: only calls may. */
  #called = false;
  #loc: SourceLocation | undefined;

  constructor(build: Build, children: readonly Child[]) {
    this.#build = build;
    this.#children = children;
    this.#stack = new ValueStack(build);
  }

  output(): Output {
    return { texts: this.#texts, slots: this.#slots };
  }

  apply(instruction: Opcode): void {
    this.#loc = instruction.loc;
    switch (instruction.opcode) {
      case 'appendContent':
        this.#texts[this.#texts.length - 1] += instruction.args[0];
        return;
      case 'append':
        return this.#append(textOf);
      case 'appendEscaped':
        return this.#append(escapedText);
      case 'resolvePossibleLambda':
        return this.#resolvePossibleLambda();
      case 'pushProgram':
        return this.#stack.pushProgram(this.#children[instruction.args[0] ?? -1]);
      case 'invokeHelper':
        return this.#invokeHelper(...instruction.args);
      case 'invokeKnownHelper':
        return this.#invokeLanguageHelper(...instruction.args);
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
      default:
        return this.#stack.apply(instruction);
    }
  }

  #append(print: typeof textOf): void {
    const { meter } = this.#build;
    const value = this.#stack.pop();
    this.#slots.push({ read: (f) => print(value(f), meter), loc: this.#loc, runsPrograms: this.#called });
    this.#texts.push('');
    this.#called = false;
  }

  #pushCall(call: Expression): void {
    this.#stack.push(call);
    this.#called = true;
  }

  #resolvePossibleLambda(): void {
    const value = this.#stack.pop();
    this.#pushCall((f) => {
      const resolved = value(f);
      return typeof resolved === 'function' ? f.container.lambda(resolved, f.context) : resolved;
    });
  }

  #popCall(size: number): PoppedCall {
    const hash = this.#stack.pop();
    const inverse = this.#stack.popProgram();
    const program = this.#stack.popProgram();
    return { params: this.#stack.popMany(size), hash, program, inverse };
  }

  #written(name: string | undefined, { hash, program, inverse }: PoppedCall): WrittenOptions {
    const { options, usesBlockParams } = this.#build;
    return {
      name,
      hash,
      program: program?.bind,
      inverse: inverse?.bind,
      data: options.data === true,
      blockParams: usesBlockParams,
      loc: this.#loc,
    };
  }

  #helperCall(name: string, find: Expression, popped: PoppedCall): Expression {
    const options = optionsOf(this.#written(name, popped));
    return helperCall({ name, find, params: popped.params, options, loc: this.#loc }, this.#build.meter);
  }

  #invokeHelper(size: number, name: string, simple: boolean): void {
    const field = this.#stack.pop();
    const strict = this.#build.options.strict === true;
    const known = simple ? this.#build.helpers.get(name) : undefined;
    const find: Expression =
      known === undefined
        ? (f) => field(f) || (strict ? undefined : f.container.hooks.helperMissing)
        : () => known;
    this.#pushCall(this.#helperCall(name, find, this.#popCall(size)));
  }

  #invokeLanguageHelper(size: number, name: string): void {
    const popped = this.#popCall(size);
    const known = this.#build.helpers.get(name);
    const call = this.#helperCall(name, () => known, popped);
    const [condition] = popped.params;
    const chooses = (name === 'if' || name === 'unless') && size === 1 && popped.hash === EMPTY_HASH;
    if (!chooses || condition === undefined) return this.#pushCall(call);
    const program = popped.program?.child;
    const inverse = popped.inverse?.child;
    this.#pushCall(choiceBetween({ condition, negated: name === 'unless', program, inverse, call }));
  }

  #invokeAmbiguous(name: string, block: boolean): void {
    const field = this.#stack.pop();
    this.#stack.push(EMPTY_HASH);
    const options = optionsOf(this.#written(name, this.#popCall(0)));
    const strict = this.#build.options.strict === true;
    const known = this.#build.helpers.get(name);
    this.#lastAmbiguous = name;
    this.#pushCall(
      ambiguousCall({ known, field, options, strict, block, loc: this.#loc }, this.#build.meter),
    );
  }

  #ambiguousBlockValue(): void {
    this.#popCall(0);
    const value = this.#stack.pop();
    const isHelper = this.#build.helpers.has(this.#lastAmbiguous);
    this.#pushCall(isHelper ? value : sectionCall(value, (f) => f.options));
  }

  #blockValue(name: string): void {
    const options = optionsOf(this.#written(name, this.#popCall(0)));
    this.#pushCall(sectionCall(this.#stack.pop(), options));
  }

  #invokePartial(dynamic: boolean, name: string, indent: string): void {
    const popped = this.#popCall(1);
    const [context = () => undefined] = popped.params;
    const partial: Expression = dynamic
      ? this.#stack.pop()
      : (f) => f.container.lookupProperty(f.partials, name);
    const written = this.#written(dynamic ? undefined : name, popped);
    const compat = this.#build.options.compat === true;
    this.#pushCall(partialCall({ partial, dynamic, context, indent, compat, written }, this.#build.meter));
  }

  #registerDecorator(size: number, name: string): void {
    const popped = this.#popCall(size);
    this.#decorators.push({ name, params: popped.params, written: this.#written(name, popped) });
  }

  /** Runs the program's decorators (`{{#*inline}}`), which may wrap it; undefined where there are none. */
  decorator(): DecoratorBody | undefined {
    if (this.#decorators.length === 0) return undefined;
    const { meter } = this.#build;
    const decorators = this.#decorators.map(({ name, params, written }) => {
      const options = optionsOf(written);
      return { name, params, options, loc: written.loc };
    });
    return (program, props, container, context, data, blockParams, depths) => {
      const { helpers, partials } = container;
      const frame = { container, context, helpers, partials, data, blockParams, depths, options: undefined };
      let decorated = program;
      meter.step(decorators.length);
      for (const { name, params, options, loc } of decorators) {
        try {
          const decorate = container.lookupProperty(container.decorators, name);
          if (!isDecorator(decorate)) throw new TemplateFault(`Missing decorator: "${name}"`);
          const args = params.map((param) => param(frame));
          decorated = decorate(decorated, props, container, { ...options(frame), args }) || decorated;
        } catch (error) {
          throw locate(error, loc);
        }
      }
      return decorated;
    };
  }
}
