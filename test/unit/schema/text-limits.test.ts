import { expect, test } from 'vitest';
import { API_TYPES } from '../../../scripts/generate/api-types.ts';

type Json = Readonly<Record<string, unknown>>;

/** Limits that other words of JSON Schema give. */
const LIMITED = ['maxLength', 'enum', 'const'] as const;

/** Formats whose texts are short, because anything longer does not match. */
const SHORT_FORMATS = new Set(['date-time', 'date']);

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function isUnlimitedText({ type, format, ...words }: Json): boolean {
  const isLimited = LIMITED.some((word) => word in words) || SHORT_FORMATS.has(String(format));
  return [type].flat().includes('string') && !isLimited;
}

/** A list, or an object of any names whose values have a form: a check of each entry can find a problem in it. */
const isUnlimitedList = ({ type, ...words }: Json): boolean =>
  ([type].flat().includes('array') && !('maxItems' in words)) ||
  (isObject(words.additionalProperties) &&
    Object.keys(words.additionalProperties).length > 0 &&
    !('maxProperties' in words));

/**
 * The places below a schema that have no limit.
 * @param seen schemas that other schemas refer to: each is read once for a document
 */
function unlimited(
  isUnlimited: (schema: Json) => boolean,
  document: Json,
  schema: unknown,
  path: string,
  seen: Set<string>,
): string[] {
  if (Array.isArray(schema))
    return schema.flatMap((each) => unlimited(isUnlimited, document, each, path, seen));
  if (!isObject(schema)) return [];
  const { $ref, properties, examples: _examples, example: _example, ...rest } = schema;
  if (typeof $ref === 'string') {
    if (seen.has($ref)) return [];
    seen.add($ref);
    const target = $ref
      .slice(2)
      .split('/')
      .reduce<unknown>((at, name) => (isObject(at) ? at[name] : undefined), document);
    return unlimited(isUnlimited, document, target, path, seen);
  }
  const here = isUnlimited(schema) ? [path] : [];
  const inProperties = Object.entries(isObject(properties) ? properties : {}).flatMap(([name, each]) =>
    unlimited(isUnlimited, document, each, `${path}.${name}`, seen),
  );
  const below = Object.entries(rest).flatMap(([word, each]) =>
    isObject(each) || Array.isArray(each)
      ? unlimited(isUnlimited, document, each, `${path}/${word}`, seen)
      : [],
  );
  return [...here, ...inProperties, ...below];
}

const KINDS = [
  ['text', isUnlimitedText],
  ['list', isUnlimitedList],
] as const;

const CASES = API_TYPES.flatMap((api) => KINDS.map(([kind, isUnlimited]) => ({ ...api, kind, isUnlimited })));

test.for(CASES)('every $kind of a request to $surface has a limit', async ({ describe, isUnlimited }) => {
  const document = (await describe()) as unknown as Json & {
    readonly paths: Record<string, Record<string, Json>>;
  };
  const found = new Set<string>();
  const seen = new Set<string>();
  for (const [path, operations] of Object.entries(document.paths)) {
    for (const [method, { requestBody, parameters }] of Object.entries(operations)) {
      // The server limits addresses and headers. The lines of NDJSON have the schema of a row.
      const read = [parameters].flat().filter((each) => isObject(each) && each.in === 'query');
      const content = isObject(requestBody) && isObject(requestBody.content) ? requestBody.content : {};
      for (const place of unlimited(isUnlimited, document, [content['application/json'], read], '', seen)) {
        found.add(`${method} ${path} ${place}`);
      }
    }
  }
  expect([...found]).toEqual([]);
});
