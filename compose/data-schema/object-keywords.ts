import type { DataCheck } from './data-check.ts';
import {
  type Check,
  checkChild,
  type Keyword,
  type KeywordTable,
  quote,
  requireCount,
  requireNamed,
  requireNames,
} from './keyword.ts';
import { isObject, type JsonObject } from './schema.ts';

/** The keys of the data, for two steps each. */
export function chargedKeys(data: JsonObject, check: DataCheck): readonly string[] {
  const keys = Object.keys(data);
  check.step(2 * keys.length);
  return keys;
}

/** @param fields lookups of names, at a step each */
function forObjects(fields: number, run: (data: JsonObject, check: DataCheck) => void): Check {
  return (data, check) => {
    if (!isObject(data)) return;
    check.step(fields);
    run(data, check);
  };
}

function reportMissing(names: readonly string[], data: JsonObject, check: DataCheck): void {
  for (const name of names) {
    if (check.isFull) return;
    if (!Object.hasOwn(data, name)) check.report(() => `${quote(name)} is required`);
  }
}

const required: Keyword = ({ value, path }) => {
  const names = requireNames(value, path);
  return forObjects(names.length / 2, (data, check) => reportMissing(names, data, check));
};

/** Fields that are required if another field is present. */
const dependentRequired: Keyword = ({ value, path }) => {
  const rules = Object.entries(requireNamed(value, path)).map(
    ([name, names]) => [name, requireNames(names, `${path}/${name}`)] as const,
  );
  const fields = rules.reduce((sum, [, names]) => sum + names.length + 1, 0);
  return forObjects(fields, (data, check) => {
    for (const [name, names] of rules) if (Object.hasOwn(data, name)) reportMissing(names, data, check);
  });
};

const compileNamed = ({ value, path, compile }: Parameters<Keyword>[0]) =>
  Object.entries(requireNamed(value, path)).map(
    ([name, schema]) => [name, compile(schema, `${path}/${name}`)] as const,
  );

const properties: Keyword = (use) => {
  const fields = compileNamed(use);
  return forObjects(fields.length, (data, check) => {
    for (const [name, schema] of fields) {
      if (check.isFull) return;
      if (Object.hasOwn(data, name)) checkChild(name, data[name], schema, check);
    }
  });
};

/** Schemas for the whole object if a field is present. */
const dependentSchemas: Keyword = (use) => {
  const rules = compileNamed(use);
  return forObjects(rules.length, (data, check) => {
    for (const [name, schema] of rules) if (Object.hasOwn(data, name)) schema(data, check);
  });
};

/** Before 2019-09: both kinds of dependencies. */
const dependencies: Keyword = (use) => {
  const { value, path } = use;
  const rules = Object.entries(requireNamed(value, path));
  const pick = (isList: boolean) =>
    Object.fromEntries(rules.filter(([, rule]) => Array.isArray(rule) === isList));
  const lists = dependentRequired({ ...use, value: pick(true) });
  const schemas = dependentSchemas({ ...use, value: pick(false) });
  return (data, check) => {
    lists(data, check);
    schemas(data, check);
  };
};

const additionalProperties: Keyword = ({ value, schema, path, compile }) => {
  const others = compile(value, path);
  const named = isObject(schema.properties) ? schema.properties : {};
  return forObjects(0, (data, check) => {
    for (const key of chargedKeys(data, check)) {
      if (check.isFull) return;
      if (!Object.hasOwn(named, key)) checkChild(key, data[key], others, check);
    }
  });
};

const propertyNames: Keyword = ({ value, path, compile }) => {
  const names = compile(value, path);
  return forObjects(0, (data, check) => {
    for (const key of chargedKeys(data, check)) {
      if (check.isFull) return;
      if (check.passes(() => names(key, check))) continue;
      check.report(() => `the field name ${quote(key)} is not allowed`);
    }
  });
};

const fieldCount =
  (fits: (count: number, limit: number) => boolean, requirement: string): Keyword =>
  (use) => {
    const limit = requireCount(use);
    return forObjects(0, (data, check) => {
      const { length } = chargedKeys(data, check);
      if (!fits(length, limit)) check.report(() => `must have ${requirement} ${limit} fields, not ${length}`);
    });
  };

export const OBJECT_KEYWORDS: KeywordTable = {
  required,
  minProperties: fieldCount((count, limit) => count >= limit, 'at least'),
  maxProperties: fieldCount((count, limit) => count <= limit, 'at most'),
  propertyNames,
  properties,
  additionalProperties,
  dependentRequired,
  dependentSchemas,
  dependencies,
};
