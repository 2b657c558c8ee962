/** Each module has its own import: the main entry brings the code generator, which needs `eval`. */
// @ts-expect-error without types
import untypedCompiler from 'handlebars/dist/cjs/handlebars/compiler/compiler.js';
// @ts-expect-error without types
import untypedHelpers from 'handlebars/dist/cjs/handlebars/compiler/helpers.js';
// @ts-expect-error without types
import untypedParser from 'handlebars/dist/cjs/handlebars/compiler/parser.js';
// @ts-expect-error without types
import untypedWhitespaceControl from 'handlebars/dist/cjs/handlebars/compiler/whitespace-control.js';
import type { CompileOptions } from './build.ts';
import type { SourceLocation } from './official-runtime.ts';
import type { RawBlock } from './raw-block.ts';
import type { Call, PartialCall, PathExpression, Program } from './syntax-tree.ts';

export const officialParser: Parser = untypedParser;

export const treeBuilders: {
  readonly SourceLocation: new (source: string | undefined, at: TokenLocation) => SourceLocation;
  readonly prepareRawBlock: (this: object, ...tokens: unknown[]) => RawBlock;
} = untypedHelpers;

export const WhitespaceControl: new (options: object) => { accept(tree: Program): Program } =
  untypedWhitespaceControl;

export const Compiler: new () => Compiler = untypedCompiler.Compiler;

export interface CompilerOptions extends CompileOptions {
  /** See `NameCompiler`. */
  readonly namesThatAsk?: ReadonlySet<string>;
}

export type BlockStatement = Call & { readonly type: 'BlockStatement' };

/** A program of the template. Its blocks have compilers of their own. */
export interface Compiler {
  readonly opcodes: Opcode[];
  /** The options that `compile` received. */
  readonly options: CompilerOptions;
  readonly compiler: new () => Compiler;
  compile(tree: object, options: CompilerOptions): Environment;
  BlockStatement(block: BlockStatement): void;
  PartialStatement(partial: PartialCall): void;
  PathExpression(path: PathExpression): void;
  ambiguousSexpr(call: Call, program?: number, inverse?: number): void;
  helperSexpr(call: Call, program?: number, inverse?: number): void;
}

export interface TokenLocation {
  readonly first_line: number;
  readonly first_column: number;
  readonly last_line: number;
  readonly last_column: number;
}

export interface Lexer {
  yylloc: TokenLocation;
  yytext: string;
  /** The source that is not read yet. */
  _input: string;
  /** The end was found. */
  done: boolean;
  /** The number of the current line, from 0. */
  yylineno: number;
  yyleng: number;
  /** `unput` reads it. */
  match: string;
  readonly EOF: number;
  /** Returns the next token, or undefined for text that is skipped. */
  next: (this: Lexer) => number | string | undefined;
  /** Returns the next token that is not skipped. */
  lex(): number | string;
  setInput(source: string): unknown;
  /** Takes the token of a rule, or undefined for text that is skipped. */
  performAction(
    yy: null,
    lexer: Lexer,
    rule: number,
    condition: string | undefined,
  ): number | string | undefined;
  /** Called for text that no rule fits. */
  parseError: (message: string) => never;
  /** Regular expressions, anchored at the start of `_input`. */
  readonly rules: readonly RegExp[];
  /** The rules of each condition. `conditionStack` has the current conditions, innermost last. */
  readonly conditions: Readonly<Record<string, { readonly rules: readonly number[] }>>;
  readonly conditionStack: readonly string[];
}

/** `[1, state]` shifts, and `[2, production]` reduces. */
export type ParserAction = readonly [kind: number, target: number];

/** An action of the grammar writes its value here, and reads its place. */
export interface Reduction {
  $: unknown;
  readonly _$: TokenLocation;
}

/** The tables of Jison, without its loop. */
export interface Parser {
  readonly symbols_: Readonly<Record<string, number>>;
  readonly terminals_: Readonly<Record<string, string>>;
  /** By state and symbol. After a reduction it has the number of the next state. */
  readonly table: readonly Readonly<Record<string, ParserAction | number | undefined>>[];
  /** For states in which the next symbol does not matter. */
  readonly defaultActions: Readonly<Record<number, ParserAction | undefined>>;
  /** Zero, and then for each production the symbol that it makes and the number of its parts. */
  readonly productions_: readonly (number | readonly [symbol: number, parts: number])[];
  readonly lexer: Lexer;
  /** Returns the tree at the end. The first three arguments are for other grammars. */
  performAction(
    this: Reduction,
    ...args: [
      string,
      number,
      number,
      yy: object,
      production: number,
      values: readonly unknown[],
      locations: readonly TokenLocation[],
    ]
  ): Program | undefined;
}

export interface MarkedName {
  readonly name: string;
  readonly loc: SourceLocation;
}

type Instruction<Name extends string, Args extends readonly unknown[]> = {
  readonly opcode: Name;
  readonly args: Args;
  readonly loc: SourceLocation | undefined;
  /** The name that it looks up, if the value must not be missing: see `NameCompiler`. */
  marked?: MarkedName;
};

/** `depth` counts `../`. `guid` is the index of a child program, undefined if the block has none. */
export type Opcode =
  | Instruction<'appendContent', [text: string]>
  | Instruction<'append', []>
  | Instruction<'appendEscaped', []>
  | Instruction<'getContext', [depth: number]>
  | Instruction<'pushContext', []>
  | Instruction<
      'lookupOnContext',
      [parts: string[], falsy: boolean | undefined, strict: boolean | undefined, scoped: boolean]
    >
  | Instruction<'lookupBlockParam', [id: [depth: number, index: number], parts: string[]]>
  | Instruction<'lookupData', [depth: number, parts: string[], strict: boolean | undefined]>
  | Instruction<'resolvePossibleLambda', []>
  | Instruction<'emptyHash', [omit?: boolean]>
  | Instruction<'pushHash', []>
  | Instruction<'assignToHash', [key: string]>
  | Instruction<'popHash', []>
  | Instruction<'pushString', [text: string]>
  | Instruction<'pushLiteral', [value: unknown]>
  | Instruction<'pushProgram', [guid: number | null | undefined]>
  | Instruction<'invokeHelper', [params: number, name: string, simple: boolean]>
  | Instruction<'invokeKnownHelper', [params: number, name: string]>
  | Instruction<'invokeAmbiguous', [name: string, block: boolean]>
  | Instruction<'ambiguousBlockValue', []>
  | Instruction<'blockValue', [name: string]>
  | Instruction<'invokePartial', [dynamic: boolean, name: string, indent: string]>
  | Instruction<'registerDecorator', [params: number, name: string]>;

export interface Environment {
  readonly opcodes: readonly Opcode[];
  readonly children: readonly Environment[];
  readonly blockParams: number;
  readonly isSimple: boolean;
  readonly useDepths?: boolean;
  readonly usePartial?: boolean;
  readonly useDecorators?: boolean;
}
