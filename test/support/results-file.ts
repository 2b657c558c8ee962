import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Reporter, TestModule } from 'vitest/node';
import { readResults, RESULTS_FILE, type FileResult } from '../../scripts/test-results.ts';
import { pathOf } from './failures.ts';

/** Keeps the last result of each test file, so that `npm run proof` can write it beside the claims that it proves. */
export default class ResultsFile implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const date = new Date().toISOString().slice(0, 10);
    const ran = new Map<string, FileResult>();
    for (const module of modules) {
      // A file of attacks runs in two projects, once for each renderer.
      const before = ran.get(pathOf(module)) ?? { passed: 0, failed: 0, date };
      ran.set(pathOf(module), add(before, module));
    }
    mkdirSync(dirname(RESULTS_FILE), { recursive: true });
    writeFileSync(
      RESULTS_FILE,
      JSON.stringify({ ...readResults(), ...Object.fromEntries(ran) }, undefined, 2),
    );
  }
}

function add({ passed, failed, date }: FileResult, module: TestModule): FileResult {
  const tests = [...module.children.allTests()];
  const ok = tests.filter((test) => test.result().state === 'passed').length;
  const notOk = tests.filter((test) => !test.ok()).length;
  return { passed: passed + ok, failed: failed + (notOk === 0 && !module.ok() ? 1 : notOk), date };
}
