import type { DecoratorBody, Helper, ProgramBody } from './official-runtime.ts';

/** The options of the official compiler that the closure generator needs too. */
export interface CompileOptions {
  readonly data?: boolean;
  readonly strict?: boolean;
  readonly assumeObjects?: boolean;
  readonly compat?: boolean;
  readonly noEscape?: boolean;
}

/** What all programs of one template share while they are built. */
export interface Build {
  readonly options: CompileOptions;
  readonly usesBlockParams: boolean;
  /** Helpers that every template has. They are resolved once, when the template is compiled. */
  readonly helpers: ReadonlyMap<string, Helper>;
}

/** A program inside another program. */
export interface Child {
  /** Its index in the template. */
  readonly slot: number;
  /** Number of block parameters that it names. */
  readonly blockParams: number;
  readonly body: ProgramBody;
  readonly decorator: DecoratorBody | undefined;
}
