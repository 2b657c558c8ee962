import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
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
  readonly serviceLog?: string;
}

/** What Vitest gives a reporter, as far as the list reads it. */
const moduleOf = ({ tests = [], suites = [], errors = [], ok = false, serviceLog }: Parts): TestModule =>
  ({
    moduleId: inProject('test/unit/some.test.ts'),
    project: { name: 'unit', getProvidedContext: () => ({ serviceLog }) },
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

test('has what the service logged for the request of a failure', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'platen-failures-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const serviceLog = join(folder, 'requests.log');
  const [named, other] = ['req_KyPbYQZuYNfIUqY2SyZhHt', 'req_Lg1ScFcFmXYVtu9SuMDQqb'];
  const lines = [
    { event: 'cause', requestId: other, cause: 'Error: of another request' },
    { event: 'request', requestId: named, status: 503 },
    {
      event: 'cause',
      requestId: named,
      cause: 'Error: busy\n    at print (a.js:1:2)\ncaused by Error: full',
    },
  ];
  await writeFile(serviceLog, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
  const tests = [ended('fails', `{"requestId":"${named}"}: expected 503 to be 200`)];
  expect(listFailures([moduleOf({ tests, serviceLog })], [])).toEqual([
    [
      'FAILED unit test/unit/some.test.ts > fails',
      `Error: {"requestId":"${named}"}: expected 503 to be 200`,
      'logged: Error: busy caused by Error: full',
    ].join('\n       '),
  ]);
  const [withoutLog] = listFailures([moduleOf({ tests, serviceLog: join(folder, 'none.log') })], []);
  expect(withoutLog).not.toContain('logged');
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
