import { ARRAY_KEYWORDS } from './array-keywords.ts';
import { COMBINING_KEYWORDS } from './combining-keywords.ts';
import type { DataCheck } from './data-check.ts';
import { type Check, invalid, type Keyword } from './keyword.ts';
import { OBJECT_KEYWORDS } from './object-keywords.ts';
import { isObject } from './schema.ts';
import { UNEVALUATED_KEYWORDS } from './unevaluated-keywords.ts';
import { VALUE_KEYWORDS } from './value-keywords.ts';

/** Last: what the other keywords have not checked. */
const UNEVALUATED = new Map(Object.entries(UNEVALUATED_KEYWORDS));

const KEYWORDS: ReadonlyMap<string, Keyword> = new Map([
  ...Object.entries(VALUE_KEYWORDS),
  ...Object.entries(ARRAY_KEYWORDS),
  ...Object.entries(OBJECT_KEYWORDS),
  ...Object.entries(COMBINING_KEYWORDS),
  ...UNEVALUATED,
]);

/**
 * Compiles a schema without references. Unknown keywords are ignored.
 *
 * @throws {InvalidDataSchema} a keyword with a value that it cannot have
 */
export function compileSchema(schema: unknown, path = ''): Check {
  if (schema === true) return () => undefined;
  if (schema === false) return (_, check) => check.report(() => 'is not allowed');
  if (!isObject(schema)) throw invalid(path, 'must be a schema: an object, true or false');
  const checks: Check[] = [];
  for (const [name, keyword] of KEYWORDS) {
    if (!Object.hasOwn(schema, name)) continue;
    checks.push(keyword({ value: schema[name], schema, path: `${path}/${name}`, compile: compileSchema }));
  }
  const tracks = [...UNEVALUATED.keys()].some((name) => Object.hasOwn(schema, name));
  return (data, check) => runChecks(checks, tracks, data, check);
}

function runChecks(checks: readonly Check[], tracks: boolean, data: unknown, check: DataCheck): void {
  check.step(1 + (checks.length >> 1));
  const { evaluated: outer } = check;
  const before = check.problems.length;
  if (tracks || outer !== null) check.evaluated = new Set();
  for (const run of checks) {
    run(data, check);
    if (check.isFull) break;
  }
  const { evaluated } = check;
  check.evaluated = outer;
  // A schema that the value does not match evaluates nothing.
  if (outer === null || evaluated === null || check.problems.length > before) return;
  check.step(2 * evaluated.size);
  for (const key of evaluated) outer.add(key);
}
