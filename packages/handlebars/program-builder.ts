import type { Build, Child } from './build.ts';
import { conditionalBlock } from './conditional-block.ts';
import { ambiguousCall, type CallSource, helperCall, helperOptions, sectionCall } from './helper-calls.ts';
import type { MarkedName, Opcode } from './official-compiler.ts';
import type { Decorator, DecoratorBody, SourceLocation } from './official-runtime.ts';
import { missingNote } from './lookups.ts';
import { partialCall } from './partials.ts';
import type { Expression, Frame, Output, Slot } from './program-body.ts';
import { attachLocation, TemplateFault } from './template-fault.ts';
import { toMaskedText, toText } from './to-text.ts';
import type { Run } from './run.ts';
import { EMPTY_HASH, type StackedProgram, ValueStack } from './value-stack.ts';

interface DecoratorCall {
  readonly name: string;
  readonly params: readonly Expression[];
  readonly source: CallSource;
}

interface PoppedCall {
  readonly params: readonly Expression[];
  readonly hash: Expression;
  readonly program: StackedProgram | undefined;
  readonly inverse: StackedProgram | undefined;
}

const isDecorator = (found: unknown): found is Decorator => typeof found === 'function';

export class ProgramBuilder {
  readonly #build: Build;
  readonly #children: readonly Child[];
  readonly #stack: ValueStack;
  readonly #texts: string[] = [''];
  readonly #slots: Slot[] = [];
  readonly #decorators: DecoratorCall[] = [];
  #lastAmbiguous = '';
  /** The top value is a call. Only calls may run programs. */
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
    const { opcode, loc, marked } = instruction;
    this.#loc = loc;
    this.#apply(instruction);
    // An ambiguous call reports a missing name itself, because it alone knows whether the name is a helper.
    const note = opcode === 'invokeAmbiguous' ? null : missingNote(marked);
    if (note === null) return;
    const value = this.#stack.pop();
    this.#stack.push((f) => {
      const found = value(f);
      if (found === undefined) note(f);
      return found;
    });
  }

  #apply(instruction: Opcode): void {
    switch (instruction.opcode) {
      case 'appendContent':
        this.#texts[this.#texts.length - 1] += instruction.args[0];
        return;
      case 'append':
        return this.#append((value, { meter }) => toText(value, meter));
      case 'appendEscaped':
        return this.#append(toMaskedText);
      case 'resolvePossibleLambda':
        return this.#resolvePossibleLambda();
      case 'pushProgram':
        return this.#stack.pushProgram(this.#children[instruction.args[0] ?? -1]);
      case 'invokeHelper':
        return this.#invokeHelper(...instruction.args);
      case 'invokeKnownHelper':
        return this.#invokeLanguageHelper(...instruction.args);
      case 'invokeAmbiguous':
        return this.#invokeAmbiguous(instruction.marked, ...instruction.args);
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

  #append(print: (value: unknown, run: Run) => string): void {
    const value = this.#stack.pop();
    this.#slots.push({
      read: (f) => print(value(f), f.run),
      loc: this.#loc,
      runsPrograms: this.#called,
    });
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

  #source(name: string | undefined, { hash, program, inverse }: PoppedCall): CallSource {
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
    const options = helperOptions(this.#source(name, popped));
    return helperCall({ name, find, params: popped.params, options, loc: this.#loc });
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
    this.#pushCall(conditionalBlock({ condition, negated: name === 'unless', program, inverse, call }));
  }

  #invokeAmbiguous(marked: MarkedName | undefined, name: string, block: boolean): void {
    const field = this.#stack.pop();
    this.#stack.push(EMPTY_HASH);
    const options = helperOptions(this.#source(name, this.#popCall(0)));
    const strict = this.#build.options.strict === true;
    const known = this.#build.helpers.get(name);
    this.#lastAmbiguous = name;
    this.#pushCall(ambiguousCall({ known, field, options, strict, block, loc: this.#loc, marked }));
  }

  #ambiguousBlockValue(): void {
    this.#popCall(0);
    const value = this.#stack.pop();
    const isHelper = this.#build.helpers.has(this.#lastAmbiguous);
    this.#pushCall(isHelper ? value : sectionCall(value, (f) => f.options));
  }

  #blockValue(name: string): void {
    const options = helperOptions(this.#source(name, this.#popCall(0)));
    this.#pushCall(sectionCall(this.#stack.pop(), options));
  }

  #invokePartial(dynamic: boolean, name: string, indent: string): void {
    const popped = this.#popCall(1);
    const [context = () => undefined] = popped.params;
    const partial: Expression = dynamic
      ? this.#stack.pop()
      : (f) => f.container.lookupProperty(f.partials, name);
    const source = this.#source(dynamic ? undefined : name, popped);
    const compat = this.#build.options.compat === true;
    this.#pushCall(partialCall({ partial, dynamic, context, indent, compat, source }));
  }

  #registerDecorator(size: number, name: string): void {
    const popped = this.#popCall(size);
    this.#decorators.push({ name, params: popped.params, source: this.#source(name, popped) });
  }

  /** Runs the program's decorators (`{{#*inline}}`), which may wrap it. Undefined if there are none. */
  decorator(): DecoratorBody | undefined {
    if (this.#decorators.length === 0) return undefined;
    const decorators = this.#decorators.map(({ name, params, source }) => ({
      name,
      params,
      options: helperOptions(source),
      loc: source.loc,
    }));
    return (program, props, container, context, data, blockParams, depths) => {
      const { helpers, partials, run } = container;
      const scope = { context, data, blockParams, depths, options: undefined };
      const frame: Frame = { container, run, helpers, partials, ...scope };
      let decorated = program;
      run.meter.step(decorators.length);
      for (const { name, params, options, loc } of decorators) {
        try {
          const decorate = container.lookupProperty(container.decorators, name);
          if (!isDecorator(decorate)) throw new TemplateFault(`Missing decorator: "${name}"`);
          const args = params.map((param) => param(frame));
          decorated = decorate(decorated, props, container, { ...options(frame), args }) || decorated;
        } catch (error) {
          throw attachLocation(error, loc, container.partial);
        }
      }
      return decorated;
    };
  }
}
