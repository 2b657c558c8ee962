import type { Build, Child, CompileOptions } from './build.ts';
import type { Environment } from './official-compiler.ts';
import {
  type DecoratorBody,
  type Helper,
  type ProgramBody,
  runtime,
  type TemplateSpec,
} from './official-runtime.ts';
import { programBody } from './program-body.ts';
import { ProgramBuilder } from './program-builder.ts';

/** The official runtime rejects compiler revisions that it does not know. */
const REVISION = runtime.COMPILER_REVISION;
const COMPILER = [REVISION, runtime.REVISION_CHANGES[REVISION] ?? ''] as const;

/** The official code generator writes JavaScript and evaluates it, which Workers do not allow. */
export function generateClosures(
  root: Environment,
  options: CompileOptions,
  helpers: ReadonlyMap<string, Helper>,
  tokens: number,
): TemplateSpec {
  const build: Build = { options, helpers, usesBlockParams: some(root, looksUpBlockParam) };
  const programs: { body: ProgramBody; decorator: DecoratorBody | undefined }[] = [];

  const generate = (environment: Environment) => {
    const children = environment.children.map((child): Child => {
      const built = generate(child);
      return { ...built, slot: programs.push(built) - 1, blockParams: child.blockParams };
    });
    const builder = new ProgramBuilder(build, children);
    for (const opcode of environment.opcodes) builder.apply(opcode);
    return { body: programBody(builder.output()), decorator: builder.decorator() };
  };

  const main = generate(root);
  const spec: TemplateSpec = { compiler: COMPILER, main: main.body, compilerOptions: options, tokens };
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
