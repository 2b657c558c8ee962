import { BaseSequencer, type TestProject, type TestSpecification } from 'vitest/node';
import { inProject } from '../../scripts/project.ts';

/**
 * Before the first run of a checkout, Vitest knows the sizes of the files alone and starts the largest first. These take
 * long although they are small: started last, they would leave a processor idle at the end.
 */
const SMALL_AND_SLOW = new Set(
  [
    'test/acceptance/crash.test.ts',
    'test/acceptance/external-copies.test.ts',
    'test/acceptance/job-crash.long.test.ts',
    'test/container/hostile.test.ts',
    'test/hostile/service/shares.test.ts',
    'test/print/large.test.ts',
    'test/print/readiness/readiness.test.ts',
    'test/unit/compose/hostile.test.ts',
    'test/unit/renderer/browser-run/simulation.test.ts',
  ].map((path) => inProject(path)),
);

const isSmallAndSlow = ({ moduleId }: TestSpecification): boolean => SMALL_AND_SLOW.has(moduleId);

/**
 * Vitest runs one project of a group after another. This mixes those whose files have a process each, because some wait and
 * others compute. Projects whose files share processes (`isolate: false`) come before them, one after another: Vitest ends a
 * process when the next file is of another project. While the last of them wait, the first of the others run.
 */
export default class FileOrder extends BaseSequencer {
  /** @returns the same files. Within a project, those that take long come first. */
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    // The order of `vitest.config.ts`, so that the first run of a checkout has the order of the next ones.
    const numberOf = (project: TestProject) => this.ctx.projects.indexOf(project);
    const projects = Map.groupBy(await super.sort(files), ({ project }) => project);
    const places = new Map<TestSpecification, number>();
    for (const [project, all] of projects) {
      const own = all.toSorted((one, other) => Number(isSmallAndSlow(other)) - Number(isSmallAndSlow(one)));
      for (const [index, file] of own.entries()) {
        places.set(
          file,
          project.config.isolate ? (index + 0.5) / own.length : numberOf(project) - this.ctx.projects.length,
        );
      }
    }
    // Files of the same place keep the order of this map.
    const sorted = [...places.keys()];
    const groupOf = ({ project }: TestSpecification) => project.config.sequence.groupOrder;
    const placeOf = (file: TestSpecification) => places.get(file) ?? 1;
    return sorted.toSorted((one, other) => groupOf(one) - groupOf(other) || placeOf(one) - placeOf(other));
  }
}
