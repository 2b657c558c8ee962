/** Imported by its own path: the main entry brings the code generator. The types are written here. */
// @ts-expect-error without types
import untypedRuntime from 'handlebars/dist/cjs/handlebars.runtime.js';
import type { Run } from './run.ts';

export const runtime: Handlebars = untypedRuntime;

export const { SafeString, escapeExpression } = runtime;
export const { blockHelperMissing } = runtime.helpers;
export const HandlebarsException = runtime.Exception;

/** Lines count from 1, columns from 0. */
export interface SourceLocation {
  readonly start: { readonly line: number; readonly column: number };
  readonly end: { readonly line: number; readonly column: number };
}

export type Fields = Readonly<Record<string, unknown>>;

/** Returns an own field, or an inherited one that the rules for prototypes allow. */
export type LookUp = (parent: unknown, name: string) => unknown;

/** Helpers call it as `options.fn`. */
export interface Program {
  (context: unknown, options?: { data?: DataFrame; blockParams?: readonly unknown[] }): string;
  partials?: Record<string, unknown>;
}

export type DataFrame = Record<string, unknown> & { _parent?: DataFrame };

/** One entry for each block, innermost first. Undefined for a block that passes none. */
export type BlockParams = readonly (readonly unknown[] | undefined)[] | undefined;

export interface HelperOptions<Scope = unknown> {
  name: string | undefined;
  /** Undefined only for partials. */
  hash: Fields | undefined;
  /** Only if the helper opens a block. */
  fn?: Program;
  inverse?: Program;
  data?: DataFrame | undefined;
  blockParams?: BlockParams;
  loc?: SourceLocation | undefined;
  /** The partial of the engine that has the call. It is null for the template itself. */
  partial?: string | null;
  lookupProperty: LookUp;
  run: Run<Scope>;
}

/** Called with its arguments, then `HelperOptions`. A method type, so that parameters may be narrower. */
export type Helper = { call(this: unknown, ...args: unknown[]): unknown }['call'];

export type Decorator = (
  program: Program,
  props: { partials?: Record<string, unknown> },
  container: Container,
  options: { args: readonly unknown[]; fn?: Program },
) => Program | undefined;

export interface Container {
  /** Set by the engine before the first program runs. */
  run: Run;
  /** The name of the template, if it is a partial of the engine. Otherwise null. */
  partial: string | null;
  helpers: Record<string, Helper>;
  partials: Record<string, unknown>;
  decorators: Record<string, unknown>;
  hooks: { helperMissing?: Helper; blockHelperMissing: Helper };
  nullContext: object;
  noop: Program;
  strict(parent: unknown, name: string, loc: SourceLocation | undefined): unknown;
  lookup(depths: readonly unknown[], name: string): unknown;
  lookupProperty: LookUp;
  lambda(value: unknown, context: unknown): unknown;
  data(frame: DataFrame | undefined, depth: number): DataFrame | undefined;
  program(
    slot: number,
    data: DataFrame | undefined,
    declaredBlockParams: number,
    blockParams: BlockParams,
    depths: readonly unknown[] | undefined,
  ): Program;
  invokePartial(partial: unknown, context: unknown, options: PartialOptions): unknown;
}

export interface PartialOptions extends Omit<HelperOptions, 'lookupProperty'> {
  depths?: readonly unknown[];
  helpers: Record<string, Helper>;
  partials: Record<string, unknown>;
  decorators: Record<string, unknown>;
}

export type ProgramBody = (
  container: Container,
  context: unknown,
  helpers: Record<string, Helper>,
  partials: Record<string, unknown>,
  data: DataFrame | undefined,
  blockParams: BlockParams,
  depths: readonly unknown[] | undefined,
) => string;

export type DecoratorBody = (
  program: Program,
  props: { partials?: Record<string, unknown> },
  container: Container,
  context: unknown,
  data: DataFrame | undefined,
  blockParams: BlockParams,
  depths: readonly unknown[] | undefined,
) => Program;

/** Programs are fields `0`, `1`, …, and their decorators `0_d`, `1_d`, …. */
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
  /** The number of tokens of the source. The runtime does not read it. */
  tokens: number;
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
  (context: unknown, options?: RuntimeOptions | PartialOptions): string;
  _setup(options: RuntimeOptions): unknown;
  _child(slot: number, data: unknown, blockParams: unknown, depths: unknown): unknown;
}

/** Thrown by the official parser, compiler, runtime and helpers. Lines count from 1, columns from 0. */
export interface HandlebarsException extends Error {
  readonly lineNumber?: number;
  readonly column?: number;
}

export type LanguageHelper = 'each' | 'if' | 'unless' | 'with' | 'lookup' | 'log' | 'blockHelperMissing';

export interface Handlebars {
  create(): Handlebars;
  helpers: Readonly<Record<LanguageHelper, Helper>>;
  registerHelper(name: string, helper: Helper): void;
  registerDecorator(name: string, decorator: Decorator): void;
  VM: { template(spec: TemplateSpec, environment: Handlebars): Template };
  compile?: (source: string, options?: object) => Template;
  log(...message: unknown[]): void;
  escapeExpression: (value: unknown) => string;
  SafeString: new (text: string) => { toString(): string; toHTML(): string };
  Exception: new (message: string, node?: { loc?: SourceLocation }) => HandlebarsException;
  COMPILER_REVISION: number;
  REVISION_CHANGES: Readonly<Record<number, string>>;
}
