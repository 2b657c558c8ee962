import type { DataCheck } from './data-check.ts';
import {
  type Check,
  checkChild,
  compileList,
  type Keyword,
  type KeywordTable,
  requireCount,
} from './keyword.ts';

const itemCount =
  (fits: (count: number, limit: number) => boolean, requirement: string): Keyword =>
  (use) => {
    const limit = requireCount(use);
    return (data, check) => {
      if (!Array.isArray(data) || fits(data.length, limit)) return;
      check.report(() => `must have ${requirement} ${limit} items, not ${data.length}`);
    };
  };

/** The first items, one schema for each. Before 2020-12, an array of `items` meant this. */
const prefixItems: Keyword = (use) => {
  const schemas = compileList(use);
  return (data, check) => {
    if (!Array.isArray(data)) return;
    for (const [at, schema] of schemas.entries()) {
      if (at >= data.length || check.isFull) return;
      checkChild(at, data[at], schema, check);
    }
  };
};

function checkItems(data: unknown, from: number, schema: Check, check: DataCheck): void {
  if (!Array.isArray(data)) return;
  for (let at = from; at < data.length && !check.isFull; at++) checkChild(at, data[at], schema, check);
}

const lengthOf = (value: unknown): number => (Array.isArray(value) ? value.length : 0);

const items: Keyword = (use) => {
  const { value, schema, path, compile } = use;
  if (Array.isArray(value)) return prefixItems(use);
  const [from, others] = [lengthOf(schema.prefixItems), compile(value, path)];
  return (data, check) => checkItems(data, from, others, check);
};

/** Before 2020-12: the items after an array of `items`. */
const additionalItems: Keyword = ({ value, schema, path, compile }) => {
  const [from, others] = [lengthOf(schema.items), compile(value, path)];
  if (from === 0) return () => undefined;
  return (data, check) => checkItems(data, from, others, check);
};

const contains: Keyword = ({ value, schema, path, compile }) => {
  const wanted = compile(value, path);
  const count = (name: string, otherwise: number): number =>
    schema[name] === undefined
      ? otherwise
      : requireCount({
          value: schema[name],
          schema,
          path: `${path.slice(0, -'contains'.length)}${name}`,
          compile,
        });
  const [min, max] = [count('minContains', 1), count('maxContains', Number.POSITIVE_INFINITY)];
  return (data, check) => {
    if (!Array.isArray(data)) return;
    const found = countMatches(data, wanted, check);
    if (found < min) check.report(() => `must have at least ${min} items that match contains, not ${found}`);
    if (found > max) check.report(() => `must have at most ${max} items that match contains, not ${found}`);
  };
};

function countMatches(data: readonly unknown[], wanted: Check, check: DataCheck): number {
  const { evaluated } = check;
  check.evaluated = null;
  let found = 0;
  for (const [at, item] of data.entries()) {
    if (!check.passes(() => wanted(item, check))) continue;
    found += 1;
    evaluated?.add(at);
  }
  check.evaluated = evaluated;
  return found;
}

export const ARRAY_KEYWORDS: KeywordTable = {
  minItems: itemCount((count, limit) => count >= limit, 'at least'),
  maxItems: itemCount((count, limit) => count <= limit, 'at most'),
  prefixItems,
  items,
  additionalItems,
  contains,
};
