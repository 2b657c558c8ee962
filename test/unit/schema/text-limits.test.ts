import { expect, test } from 'vitest';
import { API_TYPES } from '../../../scripts/generate/api-types.ts';

type Json = Readonly<Record<string, unknown>>;

/** Limits that other words of JSON Schema give. */
const LIMITED = ['maxLength', 'enum', 'const'] as const;

/** Formats whose texts are short, because anything longer does not match. */
const SHORT_FORMATS = new Set(['date-time', 'date']);

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * The places of texts without a limit, below a schema.
 * @param seen schemas that other schemas refer to: each is read once for a document
 */
function unlimitedTexts(document: Json, schema: unknown, path: string, seen: Set<string>): string[] {
  if (Array.isArray(schema)) return schema.flatMap((each) => unlimitedTexts(document, each, path, seen));
  if (!isObject(schema)) return [];
  const { $ref, type, format, properties, examples: _examples, example: _example, ...rest } = schema;
  if (typeof $ref === 'string') {
    if (seen.has($ref)) return [];
    seen.add($ref);
    const target = $ref
      .slice(2)
      .split('/')
      .reduce<unknown>((at, name) => (isObject(at) ? at[name] : undefined), document);
    return unlimitedTexts(document, target, path, seen);
  }
  const isLimited = LIMITED.some((word) => word in schema) || SHORT_FORMATS.has(String(format));
  const here = [type].flat().includes('string') && !isLimited ? [path] : [];
  const inProperties = Object.entries(isObject(properties) ? properties : {}).flatMap(([name, each]) =>
    unlimitedTexts(document, each, `${path}.${name}`, seen),
  );
  const below = Object.entries(rest).flatMap(([word, each]) =>
    isObject(each) || Array.isArray(each) ? unlimitedTexts(document, each, `${path}/${word}`, seen) : [],
  );
  return [...here, ...inProperties, ...below];
}

test.for(API_TYPES)('every text of a request to $surface has a limit of length', async ({ describe }) => {
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
      for (const place of unlimitedTexts(document, [content['application/json'], read], '', seen)) {
        found.add(`${method} ${path} ${place}`);
      }
    }
  }
  expect([...found]).toEqual([]);
});
