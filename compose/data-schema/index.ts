import type { Meter } from '@platen/meter';
import { describePath } from '../../schema/api/issues.ts';
import { compileSchema } from './compile.ts';
import { CheckStopped, DataCheck, MAX_PROBLEMS, type Problem } from './data-check.ts';
import { Dereferencer } from './dereference.ts';
import { isObject, type JsonObject } from './schema.ts';

/*
 * JSON Schemas for a template's data, with the keywords of draft 2020-12. Schema and data can both come from an
 * attacker. So a schema is dereferenced when it is saved, keywords of unbounded cost are not supported, and a check
 * counts its steps.
 */

export { InvalidDataSchema } from './schema.ts';

/**
 * Replaces every local reference by the schema that it names.
 *
 * @throws {InvalidDataSchema} an unsupported keyword or format, a keyword with a value that it cannot have, an unknown
 *   or recursive reference, or a schema that is too large
 */
export function dereferenceSchema(schema: JsonObject, meter: Meter): Record<string, unknown> {
  const dereferenced = new Dereferencer(schema, meter).dereference(schema, '', [], 0);
  compileSchema(dereferenced);
  return isObject(dereferenced) ? { ...dereferenced } : {};
}

/** A step takes about as long as looking at this many bytes. */
const WORK_PER_STEP = 20;

type DataChecker = (data: unknown, maxSteps: number, meter: Meter) => DataProblems;

export interface DataProblems {
  /**
   * One text for each problem of the data. It starts with the path: `templateData.total: …`. There are at most 20. If there
   * are more problems, or if the check took too many steps, the last text says so.
   */
  readonly problems: string[];
  readonly steps: number;
  /** The check took too many steps. */
  readonly isStopped: boolean;
}

/**
 * @param schema from `dereferenceSchema`
 * @throws {InvalidDataSchema} a schema that was saved when fewer rules were checked
 */
export function compileDataCheck(schema: JsonObject): DataChecker {
  const matches = compileSchema(schema);
  return (data, maxSteps, meter) => {
    const found = findProblems(matches, data, maxSteps);
    meter.charge(found.steps * WORK_PER_STEP);
    return found;
  };
}

function findProblems(
  matches: ReturnType<typeof compileSchema>,
  data: unknown,
  maxSteps: number,
): DataProblems {
  // One more than is returned, to know whether there are more.
  const check = new DataCheck(maxSteps, MAX_PROBLEMS + 1);
  try {
    matches(data, check);
  } catch (error) {
    if (!(error instanceof CheckStopped)) throw error;
    const problems = withLast(
      check.problems,
      `templateData: takes more than ${maxSteps.toLocaleString('en-US')} steps to check against the template's dataSchema`,
    );
    return { problems, steps: maxSteps, isStopped: true };
  }
  const problems =
    check.problems.length <= MAX_PROBLEMS
      ? check.problems.map(toText)
      : withLast(check.problems, `templateData: there are more problems; ${MAX_PROBLEMS - 1} are shown`);
  return { problems, steps: check.steps, isStopped: false };
}

/** @throws {InvalidDataSchema} */
export const findDataProblems = (
  schema: JsonObject,
  data: unknown,
  maxSteps: number,
  meter: Meter,
): string[] => compileDataCheck(schema)(data, maxSteps, meter).problems;

const withLast = (problems: readonly Problem[], last: string): string[] => [
  ...problems.slice(0, MAX_PROBLEMS - 1).map(toText),
  last,
];

/** Most of a path or a description can come from an attacker and be long. */
function toText({ path, describe }: Problem): string {
  const keys = path.map((key) => (typeof key === 'number' ? key : key.slice(0, 200)));
  const place = describePath(['templateData', ...keys]);
  return `${place.slice(0, 200)}: ${describe().slice(0, 200)}`;
}
