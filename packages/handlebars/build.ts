import type { DecoratorBody, Helper, ProgramBody } from './official-runtime.ts';

export interface CompileOptions {
  readonly data?: boolean;
  readonly strict?: boolean;
  readonly assumeObjects?: boolean;
  readonly compat?: boolean;
  readonly noEscape?: boolean;
}

export interface Build {
  readonly options: CompileOptions;
  readonly usesBlockParams: boolean;
  /** Resolved once, when the template is compiled. */
  readonly helpers: ReadonlyMap<string, Helper>;
}

export interface Child {
  /** Index in the template. */
  readonly slot: number;
  readonly blockParams: number;
  readonly body: ProgramBody;
  readonly decorator: DecoratorBody | undefined;
}
