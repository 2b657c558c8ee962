import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { inProject } from '../../scripts/project.ts';

/**
 * Before the first run of a checkout, Vitest knows the sizes of the files alone and starts the largest first. These take
 * long although they are small: started last, they would leave a processor idle at the end.
 */
const SMALL_AND_SLOW = new Set(
  [
    'test/acceptance/fuzz.test.ts',
    'test/acceptance/crash.test.ts',
    'test/acceptance/external-copies.test.ts',
    'test/acceptance/job-crash.test.ts',
    'test/acceptance/bundle.test.ts',
    'test/container/hostile.test.ts',
    'test/hostile/service/shares.test.ts',
    'test/print/large.test.ts',
    'test/print/readiness/readiness.test.ts',
    'test/unit/client/api-types.test.ts',
    'test/unit/compose/fuzz.test.ts',
    'test/unit/compose/hostile.test.ts',
    'test/unit/renderer/browser-run/simulation.test.ts',
    'test/unit/scripts/bindings.test.ts',
  ].map((path) => inProject(path)),
);

const isSmallAndSlow = ({ moduleId }: TestSpecification): boolean => SMALL_AND_SLOW.has(moduleId);

/**
 * Vitest runs one project of a group after another. Files of `acceptance` and `container` wait most of their time, and files
 * of `print` hardly ever, so this spreads each project over the whole time of its group. It does not spread projects whose
 * files share a process (`isolate: false`): Vitest ends a process when the next file is of another project.
 */
export default class FileOrder extends BaseSequencer {
  /** @returns the same files. Within a project, those that take long come first. */
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const projects = Map.groupBy(await super.sort(files), ({ project }) => project);
    const places = new Map<TestSpecification, number>();
    for (const [{ config }, all] of projects) {
      const own = all.toSorted((one, other) => Number(isSmallAndSlow(other)) - Number(isSmallAndSlow(one)));
      for (const [index, file] of own.entries()) {
        places.set(file, config.isolate ? (index + 0.5) / own.length : 1);
      }
    }
    // Files of the same place keep the order of this map: one project after another.
    const sorted = [...places.keys()];
    const groupOf = ({ project }: TestSpecification) => project.config.sequence.groupOrder;
    const placeOf = (file: TestSpecification) => places.get(file) ?? 1;
    return sorted.toSorted((one, other) => groupOf(one) - groupOf(other) || placeOf(one) - placeOf(other));
  }
}
