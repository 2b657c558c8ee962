import { existsSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import type { TestCase, TestModule, TestSuite } from 'vitest/node';

const MOST_FAILURES = 30;
const MOST_CHARACTERS = 300;

const STACK_LINE = /\n {4}at .*/gv;

interface Thrown {
  readonly name?: string | undefined;
  readonly message?: string | undefined;
}

/**
 * Lists the failures of a run, one entry for each test, hook, file or unhandled error. The entries are short: a log of which
 * only the end is kept still has all of them.
 */
export function listFailures(modules: readonly TestModule[], unhandled: readonly unknown[]): string[] {
  return [
    ...modules.flatMap((module) => failuresIn(module)),
    ...unhandled.map((error) => entry('unhandled error', [error as Thrown])),
  ];
}

/** The first entries, and how many more there are. */
export function shorten(failures: readonly string[]): string[] {
  const more = failures.length - MOST_FAILURES;
  return more > 0 ? [...failures.slice(0, MOST_FAILURES), `and ${more} more`] : [...failures];
}

export const pathOf = ({ moduleId }: TestModule): string => relative(process.cwd(), moduleId);

function failuresIn(module: TestModule): string[] {
  const place = `${module.project.name} ${pathOf(module)}`;
  const failures = [...failuresOf(place, module)];
  for (const suite of module.children.allSuites()) {
    failures.push(...failuresOf(`${place} > ${suite.fullName}`, suite));
  }
  for (const test of module.children.allTests()) {
    if (test.ok()) continue;
    const errors = errorsOf(test);
    failures.push([entry(`${place} > ${test.fullName}`, errors), ...logged(module, errors)].join('\n'));
  }
  if (failures.length === 0 && !module.ok()) failures.push(entry(place, []));
  return failures;
}

/** Errors of imports and hooks. */
const failuresOf = (place: string, owner: TestModule | TestSuite): string[] =>
  owner.errors().length === 0 ? [] : [entry(place, owner.errors())];

const errorsOf = (test: TestCase): readonly Thrown[] => test.result().errors ?? [];

function entry(place: string, errors: readonly Thrown[]): string {
  const [first] = errors;
  const error = first ? `${first.name ?? 'Error'}: ${first.message ?? ''}` : 'no error is known';
  return `FAILED ${place}\n       ${toLine(error)}`;
}

/** The causes that the service has logged for the requests that the errors name. A client does not get them. */
function logged({ project }: TestModule, errors: readonly Thrown[]): string[] {
  const { serviceLog } = project.getProvidedContext();
  const requests = new Set(errors.flatMap(({ message = '' }) => message.match(/req_\w{22}/gv) ?? []));
  if (serviceLog === undefined || !existsSync(serviceLog) || requests.size === 0) return [];
  const causes = readFileSync(serviceLog, 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('{"event":"cause"'))
    .map((line): { requestId: string; cause: string } => JSON.parse(line));
  return causes
    .filter(({ requestId }) => requests.has(requestId))
    .map(({ cause }) => `       logged: ${toLine(cause.replaceAll(STACK_LINE, ''))}`);
}

const toLine = (text: string): string =>
  stripVTControlCharacters(text).replaceAll(/\s+/gv, ' ').slice(0, MOST_CHARACTERS);
