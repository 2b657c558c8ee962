/**
 * The parts of `handlebars` 4.7.10 that the engine is built on. The package's own types end at its public
 * face; these describe what lies behind: runtime, parser and compiler, each imported by its own path so that
 * the code generator, which needs `eval`, stays out of the bundle.
 */
declare module 'handlebars/dist/cjs/handlebars.runtime.js' {
  /** Lines count from 1, columns from 0. */
  export interface SourceLocation {
    readonly start: { readonly line: number; readonly column: number };
    readonly end: { readonly line: number; readonly column: number };
  }

  /** A program bound to its surroundings: what a helper calls as `options.fn`. */
  export interface Program {
    (context: unknown, options?: { data?: DataFrame; blockParams?: readonly unknown[] }): unknown;
    partials?: Record<string, unknown>;
  }

  export type DataFrame = Record<string, unknown> & { _parent?: DataFrame };

  export interface HelperOptions {
    name: string;
    hash: Record<string, unknown>;
    /** Absent unless the helper opens a block. */
    fn?: Program;
    inverse?: Program;
    data?: DataFrame;
    blockParams?: readonly unknown[];
    loc?: SourceLocation;
    lookupProperty(parent: object, name: string): unknown;
  }

  /** Called with its arguments and, last, `HelperOptions`; `this` is the context. */
  export type Helper = (this: unknown, ...args: never[]) => unknown;

  export type Decorator = (
    program: Program,
    props: { partials?: Record<string, unknown> },
    container: Container,
    options: { args: readonly unknown[]; fn?: Program },
  ) => Program | undefined;

  /** Shared by all programs of one template while it renders. */
  export interface Container {
    helpers: Record<string, Helper>;
    partials: Record<string, unknown>;
    decorators: Record<string, unknown>;
    hooks: { helperMissing?: Helper; blockHelperMissing: Helper };
    nullContext: object;
    noop: Program;
    strict(parent: unknown, name: string, loc: SourceLocation | undefined): unknown;
    lookup(depths: readonly unknown[], name: string): unknown;
    lookupProperty(parent: unknown, name: string): unknown;
    lambda(value: unknown, context: unknown): unknown;
    data(frame: DataFrame | undefined, depth: number): DataFrame | undefined;
    program(
      slot: number,
      data: DataFrame | undefined,
      declaredBlockParams: number,
      blockParams: readonly unknown[] | undefined,
      depths: readonly unknown[] | undefined,
    ): Program;
    invokePartial(partial: unknown, context: unknown, options: PartialOptions): unknown;
  }

  export interface PartialOptions {
    name?: unknown;
    hash?: Record<string, unknown>;
    fn?: Program;
    inverse?: Program;
    data?: DataFrame;
    blockParams?: readonly unknown[];
    depths?: readonly unknown[];
    indent?: string;
    helpers: Record<string, Helper>;
    partials: Record<string, unknown>;
    decorators: Record<string, unknown>;
  }

  /** One program of a template: what the code generator would have written as a function. */
  export type ProgramBody = (
    container: Container,
    context: unknown,
    helpers: Record<string, Helper>,
    partials: Record<string, unknown>,
    data: DataFrame | undefined,
    blockParams: readonly (readonly unknown[] | undefined)[] | undefined,
    depths: readonly unknown[] | undefined,
  ) => unknown;

  export type DecoratorBody = (
    program: Program,
    props: { partials?: Record<string, unknown> },
    container: Container,
    context: unknown,
    data: DataFrame | undefined,
    blockParams: readonly (readonly unknown[] | undefined)[] | undefined,
    depths: readonly unknown[] | undefined,
  ) => Program;

  /** Programs by slot (`0`, `1`, …) and their decorators (`0_d`, …) stand beside the named fields. */
  export interface TemplateSpec {
    compiler: readonly [revision: number, versions: string];
    main: ProgramBody;
    main_d?: DecoratorBody;
    useData?: true;
    useDepths?: true;
    useBlockParams?: true;
    usePartial?: true;
    useDecorators?: true;
    compat?: true;
    compilerOptions: object;
    [slot: string]: unknown;
  }

  export interface RuntimeOptions {
    data?: DataFrame;
    helpers?: Record<string, Helper>;
    partials?: Record<string, unknown>;
    decorators?: Record<string, Decorator>;
    allowProtoPropertiesByDefault?: boolean;
    allowProtoMethodsByDefault?: boolean;
  }

  export interface Template {
    (context: unknown, options?: RuntimeOptions): string;
    _setup(options: RuntimeOptions): unknown;
    _child(slot: number, data: unknown, blockParams: unknown, depths: unknown): unknown;
  }

  /** Thrown by parser, compiler, runtime and built-in helpers. Lines count from 1, columns from 0. */
  export interface HandlebarsException extends Error {
    readonly lineNumber?: number;
    readonly column?: number;
  }

  export interface Handlebars {
    create(): Handlebars;
    helpers: Record<string, Helper>;
    decorators: Record<string, Decorator>;
    partials: Record<string, unknown>;
    registerHelper(name: string, helper: Helper): void;
    registerDecorator(name: string, decorator: Decorator): void;
    template(spec: TemplateSpec): Template;
    compile?: (source: string, options?: object) => Template;
    log(...message: unknown[]): void;
    escapeExpression(value: unknown): string;
    SafeString: new (text: string) => { toString(): string; toHTML(): string };
    Exception: new (message: string, node?: { loc?: SourceLocation }) => HandlebarsException;
    COMPILER_REVISION: number;
    REVISION_CHANGES: Readonly<Record<number, string>>;
  }

  const handlebars: Handlebars;
  export default handlebars;
}

declare module 'handlebars/dist/cjs/handlebars/compiler/parser.js' {
  export interface TokenLocation {
    readonly first_line: number;
    readonly first_column: number;
    readonly last_line: number;
    readonly last_column: number;
  }

  export interface Lexer {
    yylloc: TokenLocation;
    yytext: string;
    /** What has not been read yet. */
    _input: string;
    /** The next token's number, or undefined for text that is skipped. */
    next(): number | string | undefined;
    setInput(source: string): unknown;
    /** Regular expressions, each anchored at the start of what is left. */
    readonly rules: readonly RegExp[];
    /** Which rules hold in which condition, and the conditions that the lexer is in, innermost last. */
    readonly conditions: Readonly<Record<string, { readonly rules: readonly number[] }>>;
    readonly conditionStack: readonly string[];
    _currentRules(): readonly number[];
  }

  export interface Parser {
    readonly symbols_: Readonly<Record<string, number>>;
    readonly Parser: new () => Parser;
    yy: object;
    lexer: Lexer;
    parse(source: string): object;
    parseError(message: string, hash: { token: string | null; expected?: readonly string[] }): never;
  }

  const parser: Parser;
  export default parser;
}

declare module 'handlebars/dist/cjs/handlebars/compiler/helpers.js' {
  import type { SourceLocation as Location } from 'handlebars/dist/cjs/handlebars.runtime.js';
  import type { TokenLocation } from 'handlebars/dist/cjs/handlebars/compiler/parser.js';

  const treeBuilders: {
    readonly SourceLocation: new (source: string | undefined, at: TokenLocation) => Location;
  };
  export default treeBuilders;
}

declare module 'handlebars/dist/cjs/handlebars/compiler/whitespace-control.js' {
  const WhitespaceControl: new (options: object) => { accept(tree: object): object };
  export default WhitespaceControl;
}

declare module 'handlebars/dist/cjs/handlebars/compiler/compiler.js' {
  import type { SourceLocation } from 'handlebars/dist/cjs/handlebars.runtime.js';

  type Instruction<Name extends string, Args extends readonly unknown[]> = {
    readonly opcode: Name;
    readonly args: Args;
    readonly loc: SourceLocation | undefined;
  };

  /** `depth` counts `../`; `guid` is the index of a child program, absent where a block has none. */
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

  /** One program in opcodes, and the programs inside it. */
  export interface Environment {
    readonly opcodes: readonly Opcode[];
    readonly children: readonly Environment[];
    readonly blockParams: number;
    readonly isSimple: boolean;
    readonly useDepths?: boolean;
    readonly usePartial?: boolean;
    readonly useDecorators?: boolean;
  }

  const compilers: {
    readonly Compiler: new () => { compile(tree: object, options: object): Environment };
  };
  export default compilers;
}
