import type { Reporter, TestModule } from 'vitest/node';
import { listFailures, pathOf, shorten } from './failures.ts';

const SLOWEST = 10;

/**
 * Ends a run with its slowest files, what failed, and one plain line, `N passed, N failed`, for programs that read the
 * log.
 */
export default class ClosingLine implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], errors: readonly unknown[]): void {
    const tests = modules.flatMap((module) => [...module.children.allTests()]);
    const passed = tests.filter((test) => test.result().state === 'passed');
    const failures = listFailures(modules, errors);
    if (modules.length > SLOWEST) console.log(`The slowest files:\n${slowestOf(modules).join('\n')}\n`);
    if (failures.length > 0) console.log(`${shorten(failures).join('\n')}\n`);
    console.log(`${passed.length} passed, ${failures.length} failed`);
  }

  /** Vitest waits ten seconds for the end of its process. Then this says what keeps it running. */
  onProcessTimeout(): void {
    console.log(`Still open: ${process.getActiveResourcesInfo().toSorted().join(', ')}`);
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

/** With the imports and the hooks of a file. */
function millisecondsOf(module: TestModule): number {
  const { environmentSetupDuration, prepareDuration, collectDuration, setupDuration, duration } =
    module.diagnostic();
  return environmentSetupDuration + prepareDuration + collectDuration + setupDuration + duration;
}
