import { relative } from 'node:path';
import type { Reporter, TestModule } from 'vitest/node';

const SLOWEST = 10;

/** Ends a run with its slowest files and one plain line, `N passed, N failed`, for programs that read the log. */
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
    if (modules.length > SLOWEST) console.log(`The slowest files:\n${slowestOf(modules).join('\n')}\n`);
    console.log(`${passed} passed, ${failed} failed`);
  }
}

function slowestOf(modules: readonly TestModule[]): string[] {
  const timed = modules.map((module) => ({ module, ms: millisecondsOf(module) }));
  return timed
    .toSorted((one, other) => other.ms - one.ms)
    .slice(0, SLOWEST)
    .map(
      ({ module, ms }) => `${(ms / 1_000).toFixed(0).padStart(5)} s ${module.project.name} ${pathOf(module)}`,
    );
}

const pathOf = ({ moduleId }: TestModule): string => relative(process.cwd(), moduleId);

/** With the imports and the hooks of a file. */
function millisecondsOf(module: TestModule): number {
  const { environmentSetupDuration, prepareDuration, collectDuration, setupDuration, duration } =
    module.diagnostic();
  return environmentSetupDuration + prepareDuration + collectDuration + setupDuration + duration;
}
