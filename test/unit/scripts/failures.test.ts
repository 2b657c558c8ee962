import { expect, test } from 'vitest';
import type { TestModule } from 'vitest/node';
import { inProject } from '../../../scripts/project.ts';
import { listFailures, shorten } from '../../support/failures.ts';

const error = (message: string) => ({ name: 'Error', message });

const ended = (fullName: string, message?: string) => ({
  fullName,
  ok: () => message === undefined,
  result: () => (message === undefined ? { state: 'passed' } : { state: 'failed', errors: [error(message)] }),
});

interface Parts {
  readonly tests?: readonly object[];
  readonly suites?: readonly object[];
  readonly errors?: readonly object[];
  readonly ok?: boolean;
}

/** What Vitest gives a reporter, as far as the list reads it. */
const moduleOf = ({ tests = [], suites = [], errors = [], ok = false }: Parts): TestModule =>
  ({
    moduleId: inProject('test/unit/some.test.ts'),
    project: { name: 'unit' },
    ok: () => ok,
    errors: () => errors,
    children: { allTests: () => tests, allSuites: () => suites },
  }) as unknown as TestModule;

test('names project, file and test of each failure, with the start of its error', () => {
  const tests = [
    ended('a group > passes'),
    ended('a group > fails', `expected \u001B[31m1\u001B[39m\n to be ${'x'.repeat(500)}`),
  ];
  const [only, ...others] = listFailures([moduleOf({ tests })], []);
  expect(others).toEqual([]);
  expect(only).toMatch(
    /^FAILED unit test\/unit\/some\.test\.ts > a group > fails\n +Error: expected 1 to be x{200}/,
  );
  expect(only?.length).toBeLessThan(400);
});

test('has the errors of imports, of hooks and those that no test caught', () => {
  const suites = [{ fullName: 'a group', errors: () => [error('the hook broke')] }];
  const list = listFailures([moduleOf({ suites, errors: [error('the import broke')] })], [error('lost')]);
  expect(list).toEqual([
    'FAILED unit test/unit/some.test.ts\n       Error: the import broke',
    'FAILED unit test/unit/some.test.ts > a group\n       Error: the hook broke',
    'FAILED unhandled error\n       Error: lost',
  ]);
});

test('has a file that failed without an error, and no file that passed', () => {
  const list = listFailures([moduleOf({ ok: true }), moduleOf({})], []);
  expect(list).toEqual(['FAILED unit test/unit/some.test.ts\n       no error is known']);
});

test('is short however much failed', () => {
  const tests = Array.from({ length: 100 }, (_, number) => ended(`test ${number}`, 'broken'));
  const list = shorten(listFailures([moduleOf({ tests })], []));
  expect(list).toHaveLength(31);
  expect(list.at(-1)).toBe('and 70 more');
});
