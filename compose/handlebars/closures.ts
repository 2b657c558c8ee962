import type { Meter } from './limits.ts';
import { type DecoratorBody, type Helper, type ProgramBody, runtime, type TemplateSpec } from './official.ts';
import type { Environment } from './official-compiler.ts';
import { ProgramBuilder } from './opcodes.ts';
import { programBody } from './program.ts';

/** Options of the official compiler that the back end has to know. */
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
  readonly meter: Meter;
  /** Helpers that every template knows: found while compiling, not at each call. */
  readonly helpers: ReadonlyMap<string, Helper>;
}

/** A program inside another one. */
export interface Child {
  /** Its place in the template. */
  readonly slot: number;
  /** How many block parameters it names. */
  readonly blockParams: number;
  readonly body: ProgramBody;
  readonly decorator: DecoratorBody | undefined;
}

/** The runtime refuses templates of compilers that it does not know. */
const REVISION = runtime.COMPILER_REVISION;
const COMPILER = [REVISION, runtime.REVISION_CHANGES[REVISION] ?? ''] as const;

/**
 * The back end that Workers allow: it turns the official compiler's opcodes into closures where the official
 * one writes JavaScript and evaluates it. The result is what `Handlebars.template` takes.
 */
export function closuresOf(
  root: Environment,
  options: CompileOptions,
  engine: Pick<Build, 'meter' | 'helpers'>,
): TemplateSpec {
  const build: Build = { options, usesBlockParams: some(root, looksUpBlockParam), ...engine };
  const programs: { body: ProgramBody; decorator: DecoratorBody | undefined }[] = [];

  const add = (environment: Environment) => {
    const children = environment.children.map((child): Child => {
      const built = add(child);
      return { ...built, slot: programs.push(built) - 1, blockParams: child.blockParams };
    });
    const builder = new ProgramBuilder(build, children);
    for (const opcode of environment.opcodes) builder.apply(opcode);
    return { body: programBody(builder.output(), engine.meter), decorator: builder.decorator() };
  };

  const main = add(root);
  const spec: TemplateSpec = { compiler: COMPILER, main: main.body, compilerOptions: options };
  if (main.decorator) spec.main_d = main.decorator;
  for (const [slot, program] of programs.entries()) {
    spec[slot] = program.body;
    if (program.decorator) spec[`${slot}_d`] = program.decorator;
  }
  const decorates = some(root, (environment) => environment.useDecorators === true);
  if (decorates) spec.useDecorators = true;
  if (options.data) spec.useData = true;
  if (root.usePartial) spec.usePartial = true;
  if (root.useDepths || options.compat || decorates) spec.useDepths = true;
  if (build.usesBlockParams) spec.useBlockParams = true;
  if (options.compat) spec.compat = true;
  return spec;
}

const looksUpBlockParam = (environment: Environment): boolean =>
  environment.opcodes.some(({ opcode }) => opcode === 'lookupBlockParam');

const some = (environment: Environment, holds: (environment: Environment) => boolean): boolean =>
  holds(environment) || environment.children.some((child) => some(child, holds));
