import { type BlockStatement, Compiler } from './official-compiler.ts';
import type { Argument, Call, PartialCall, PathExpression } from './syntax-tree.ts';

/** A missing value is no mistake in these helpers. They ask whether there is a value, or pass it on. */
const LANGUAGE_HELPERS_THAT_ASK = ['if', 'unless', 'each', 'with', 'log'];

/** Adds the helpers of the language to those of an environment whose arguments may be missing. */
export const namesThatAsk = (helpers: readonly string[]): ReadonlySet<string> =>
  new Set([...LANGUAGE_HELPERS_THAT_ASK, ...helpers]);

/**
 * Marks the lookups whose values the template prints or calculates with. The arguments of a block or a partial are not marked:
 * a block asks whether there is a value, and a partial names it again where it prints it.
 */
export class NameCompiler extends Compiler {
  /** The number of calls around this one that accept a missing value. */
  #accepting = 0;

  /** The programs of blocks need it too. */
  override get compiler(): typeof NameCompiler {
    return NameCompiler;
  }

  override BlockStatement(block: BlockStatement): void {
    this.#accept(() => super.BlockStatement(block));
  }

  override PartialStatement(partial: PartialCall): void {
    this.#accept(() => super.PartialStatement(partial));
  }

  override helperSexpr(call: Call, program?: number, inverse?: number): void {
    const name = call.path.type === 'PathExpression' ? (call.path.parts[0] ?? '') : '';
    const isLookup = name === 'lookup';
    if (!isLookup && !this.options.namesThatAsk?.has(name)) return super.helperSexpr(call, program, inverse);
    this.#accept(() => super.helperSexpr(call, program, inverse));
    // A lookup has several names: its arguments together are the path to its value.
    if (isLookup) this.#mark(['lookup', ...call.params.map(toName)].join(' '), call.path);
  }

  override ambiguousSexpr(call: Call, program?: number, inverse?: number): void {
    this.#accept(() => super.ambiguousSexpr(call, program, inverse));
    this.#mark(toName(call.path), call.path);
  }

  override PathExpression(path: PathExpression): void {
    super.PathExpression(path);
    if (path.parts.length > 0) this.#mark(path.original, path);
  }

  #accept(compile: () => void): void {
    this.#accepting += 1;
    compile();
    this.#accepting -= 1;
  }

  #mark(name: string, { loc }: Argument): void {
    const last = this.opcodes.at(-1);
    if (last !== undefined && this.#accepting === 0) last.marked = { name, loc };
  }
}

const toName = (argument: Argument): string =>
  argument.type === 'SubExpression' ? '(…)' : String(argument.original);
