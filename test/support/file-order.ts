import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * Vitest runs one project of a group after another. Files of `acceptance` and `container` wait most of their time, and files
 * of `print` hardly ever, so this spreads each project over the whole time of its group. It does not spread projects whose
 * files share a process (`isolate: false`): Vitest ends a process when the next file is of another project.
 */
export default class FileOrder extends BaseSequencer {
  /** @returns the same files. Within a project, those that failed or took longest come first. */
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const projects = Map.groupBy(sorted, ({ project }) => project);
    const places = new Map<TestSpecification, number>();
    for (const [{ config }, own] of projects) {
      for (const [index, file] of own.entries()) {
        places.set(file, config.isolate ? (index + 0.5) / own.length : 1);
      }
    }
    const groupOf = ({ project }: TestSpecification) => project.config.sequence.groupOrder;
    const placeOf = (file: TestSpecification) => places.get(file) ?? 1;
    return sorted.toSorted((one, other) => groupOf(one) - groupOf(other) || placeOf(one) - placeOf(other));
  }
}
