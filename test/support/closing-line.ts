import type { Reporter, TestModule } from 'vitest/node';

/** Ends a run with one plain line, `N passed, N failed`, for programs that read the log. */
export default class ClosingLine implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], errors: readonly unknown[]): void {
    let passed = 0;
    let failed = errors.length;
    for (const module of modules) {
      const tests = [...module.children.allTests()];
      passed += tests.filter((test) => test.ok() && test.result().state === 'passed').length;
      failed += tests.filter((test) => !test.ok()).length;
      if (!module.ok() && tests.every((test) => test.ok())) failed += 1;
    }
    console.log(`${passed} passed, ${failed} failed`);
  }
}
