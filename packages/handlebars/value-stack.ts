import type { Build, Child } from './build.ts';
import { contextField, hashExpression, lookUp, strictLookUp } from './lookups.ts';
import type { Opcode } from './official-compiler.ts';
import type { Program, SourceLocation } from './official-runtime.ts';
import type { Expression, Frame } from './program-body.ts';
import { TemplateFault } from './template-fault.ts';

const NO_PROGRAM: Expression = () => null;

/** The literal `undefined`. Hashes leave it out. */
const UNDEFINED: Expression = () => undefined;

export const EMPTY_HASH: Expression = () => ({});

type ValueOpcode = Extract<
  Opcode,
  {
    opcode:
      | `${'get' | 'push'}Context`
      | `lookup${string}`
      | `${'empty' | 'push' | 'pop' | 'assignTo'}Hash`
      | 'pushString'
      | 'pushLiteral';
  }
>;

export interface StackedProgram {
  readonly child: Child;
  readonly bind: (frame: Frame) => Program;
}

/** The stack of the opcodes at compile time. Its closures compute the values at run time. */
export class ValueStack {
  readonly #build: Build;
  readonly #values: Expression[] = [];
  readonly #programs = new Map<Expression, StackedProgram>();
  readonly #hashes: [key: string, value: Expression][][] = [];
  /** Number of `../` in the last `getContext`. */
  #contextDepth = 0;

  constructor(build: Build) {
    this.#build = build;
  }

  apply({ opcode, args, loc }: ValueOpcode): void {
    switch (opcode) {
      case 'getContext':
        [this.#contextDepth] = args;
        return;
      case 'pushContext':
        return this.#pushContext();
      case 'lookupOnContext':
        return this.#lookupOnContext(loc, ...args);
      case 'lookupBlockParam':
        return this.#lookupBlockParam(...args);
      case 'lookupData':
        return this.#lookupData(loc, ...args);
      case 'emptyHash':
        return this.push(args[0] ? UNDEFINED : EMPTY_HASH);
      case 'pushHash':
        this.#hashes.push([]);
        return;
      case 'assignToHash':
        return this.#assignToHash(...args);
      case 'popHash':
        return this.push(hashExpression(this.#hashes.pop() ?? []));
      case 'pushString':
        return this.push(() => args[0]);
      case 'pushLiteral':
        return this.#pushLiteral(...args);
    }
  }

  push(value: Expression): void {
    this.#values.push(value);
  }

  pop(): Expression {
    const value = this.#values.pop();
    if (value === undefined) throw new Error('The opcodes popped more values than they pushed.');
    return value;
  }

  popMany(count: number): Expression[] {
    const values: Expression[] = [];
    for (let i = 0; i < count; i++) values.unshift(this.pop());
    return values;
  }

  #pushContext(): void {
    const depth = this.#contextDepth;
    this.push(depth > 0 ? (f) => f.depths?.[depth] : (f) => f.context);
  }

  #lookupOnContext(
    loc: SourceLocation | undefined,
    parts: string[],
    falsy?: boolean,
    strict?: boolean,
    scoped?: boolean,
  ): void {
    const [name = ''] = parts;
    const { compat, strict: checked, assumeObjects } = this.#build.options;
    if (compat && this.#contextDepth === 0 && !scoped) {
      this.push((f) => f.container.lookup(f.depths ?? [], name));
      this.#walk(parts.slice(1), loc, falsy, strict);
    } else if (this.#contextDepth === 0 && parts.length === 1 && !falsy && !checked && !assumeObjects) {
      this.push(contextField(name));
    } else {
      this.#pushContext();
      this.#walk(parts, loc, falsy, strict);
    }
  }

  #lookupBlockParam([depth, index]: [number, number], [name = '', ...parts]: string[]): void {
    this.push((f) => {
      const values = f.blockParams?.[depth];
      if (values === undefined)
        throw new TemplateFault(`nothing is passed for the block parameter "${name}"`);
      return values[index];
    });
    this.#walk(parts, undefined);
  }

  #lookupData(loc: SourceLocation | undefined, depth: number, parts: string[], strict?: boolean): void {
    this.push(depth > 0 ? (f) => f.container.data(f.data, depth) : (f) => f.data);
    this.#walk(parts, loc, true, strict);
  }

  /** Replaces the top value by one of its fields. */
  #walk(parts: readonly string[], loc: SourceLocation | undefined, falsy = false, strict = false): void {
    const base = this.pop();
    const { options } = this.#build;
    if (options.strict || options.assumeObjects) {
      this.push(strictLookUp(base, parts, options.strict === true && strict, loc));
    } else this.push(lookUp(base, parts, falsy));
  }

  /** The literals `undefined` and `null` arrive as text. A string literal is a `pushString`. */
  #pushLiteral(value: unknown): void {
    const constant = value === 'null' ? null : value;
    this.push(value === 'undefined' ? UNDEFINED : () => constant);
  }

  pushProgram(child: Child | undefined): void {
    if (child === undefined) return this.push(NO_PROGRAM);
    const { slot, blockParams } = child;
    const bind = (f: Frame) => f.container.program(slot, f.data, blockParams, f.blockParams, f.depths);
    this.#programs.set(bind, { child, bind });
    this.push(bind);
  }

  popProgram(): StackedProgram | undefined {
    return this.#programs.get(this.pop());
  }

  #assignToHash(key: string): void {
    const value = this.pop();
    // The official compiler skips `undefined` too.
    if (value !== UNDEFINED) this.#hashes.at(-1)?.push([key, value]);
  }
}
