import { beforeAll, describe, expect, test, vi } from 'vitest';
import { type ErrorCode, ERRORS } from '../../../../schema/api/errors.ts';
import { TEST_EVENT, WEBHOOK_EVENTS } from '../../../../schema/webhooks.ts';
import {
  type ApiDocument,
  type DescribedAnswer,
  examplesOf,
  headersOf,
  type MediaType,
  misfits,
  type Operation,
} from '../../../support/api-document.ts';
import { call, migrate } from '../../support/service.ts';

let api: ApiDocument;
let operations: [name: string, operation: Operation][];

beforeAll(async () => {
  await migrate();
  api = await (await call('/v1/openapi.json')).json<ApiDocument>();
  operations = Object.entries(api.paths).flatMap(([path, verbs]) =>
    Object.entries(verbs).map(([verb, operation]): [string, Operation] => [`${verb} ${path}`, operation]),
  );
});

/** What every operation says, by its name. */
const ofEach = <Said>(tell: (operation: Operation) => Said): Record<string, Said> =>
  Object.fromEntries(operations.map(([name, operation]) => [name, tell(operation)]));

const answersOf = ({ responses }: Operation): [status: number, answer: DescribedAnswer][] =>
  Object.entries(responses).map(([status, answer]) => [Number(status), answer]);

const nameless = () => ofEach((): string[] => []);

describe('the description of the API', () => {
  test('is written once, however often a stranger asks for it', async () => {
    const write = vi.spyOn(JSON, 'stringify');
    const answers = await Promise.all(Array.from({ length: 50 }, () => call('/v1/openapi.json')));
    const documents = write.mock.calls.filter(
      ([value]) => typeof value === 'object' && value !== null && 'openapi' in value,
    );
    // `beforeAll` has asked for it already.
    expect(documents).toHaveLength(0);
    const etag = answers[0]?.headers.get('ETag') ?? '';
    expect(etag).toMatch(/^"[0-9a-f]{64}"$/);
    const again = await call('/v1/openapi.json', { headers: { 'If-None-Match': etag } });
    expect([again.status, (await again.bytes()).length]).toEqual([304, 0]);
    write.mockRestore();
  });

  test('is OpenAPI 3.1 and names every path of /v1, and none of the operator', () => {
    expect(api.openapi).toBe('3.1.0');
    expect(Object.keys(api.paths).toSorted()).toEqual([
      '/v1/assets',
      '/v1/assets/{name}',
      '/v1/assets/{name}/content',
      '/v1/assets/{name}/uses',
      '/v1/assets/{name}/versions',
      '/v1/audit',
      '/v1/batches',
      '/v1/batches/{batchId}',
      '/v1/batches/{batchId}/cancel',
      '/v1/batches/{batchId}/resume',
      '/v1/batches/{batchId}/retry-failed',
      '/v1/batches/{batchId}/rows',
      '/v1/files',
      '/v1/files/{fileId}',
      '/v1/files/{fileId}/content',
      '/v1/jobs',
      '/v1/jobs/{jobId}',
      '/v1/jobs/{jobId}/cancel',
      '/v1/metrics',
      '/v1/partials',
      '/v1/partials/{name}',
      '/v1/partials/{name}/uses',
      '/v1/partials/{name}/versions',
      '/v1/pdf/finish',
      '/v1/pdf/generate',
      '/v1/pdf/merge',
      '/v1/pdf/split',
      '/v1/push',
      '/v1/templates',
      '/v1/templates/{templateId}',
      '/v1/templates/{templateId}/preview',
      '/v1/templates/{templateId}/publish',
      '/v1/templates/{templateId}/sample-sets',
      '/v1/templates/{templateId}/versions',
      '/v1/usage',
      '/v1/webhooks',
      '/v1/webhooks/{webhookId}',
      '/v1/webhooks/{webhookId}/deliveries',
      '/v1/webhooks/{webhookId}/deliveries/{deliveryId}/resend',
      '/v1/webhooks/{webhookId}/rotate-secret',
      '/v1/webhooks/{webhookId}/test',
    ]);
  });

  test('says of every operation which key it wants, in words too, and which permission', () => {
    for (const [name, operation] of operations) {
      const { security, description, 'x-permission': permission = '' } = operation;
      expect(security, name).toEqual([{ apiKey: [] }, { bearer: [] }]);
      expect(permission, name).toMatch(/^(pdf|template|webhook|metrics|audit)\.\w+$|^any$/);
      expect(description, name).toContain(permission === 'any' ? 'any key' : `\`${permission}\``);
    }
  });

  test('has an example of every request and of every success, each of which fits its own schema', () => {
    const wrong = ofEach((operation) =>
      [operation.requestBody?.content ?? {}, ...successesOf(operation)].flatMap(examplesThatMisfit),
    );
    expect(wrong).toEqual(nameless());
  });

  test('describes the request of every event, with its headers and an example that fits', () => {
    expect(Object.keys(api.webhooks).toSorted()).toEqual([...WEBHOOK_EVENTS, TEST_EVENT].toSorted());
    for (const [type, { post }] of Object.entries(api.webhooks)) {
      expect(
        post?.parameters?.map(({ name }) => name),
        type,
      ).toEqual(['webhook-id', 'webhook-timestamp', 'webhook-signature']);
      const media = post?.requestBody?.content['application/json'] ?? { schema: {} };
      expect(examplesOf(media), type).toMatchObject([{ type }]);
      expect(examplesThatMisfit({ [type]: media })).toEqual([]);
    }
  });

  test('has an example of every error that it lists, and says when it comes', () => {
    for (const [name, operation] of operations) {
      const refusals = answersOf(operation).filter(([status]) => status >= 400);
      expect(refusals.length, name).toBeGreaterThan(3);
      for (const [status, { description, content }] of refusals) {
        const { schema, examples = {} } = content?.['application/json'] ?? { schema: {} };
        expect(Object.keys(examples), `${name} ${status}`).not.toEqual([]);
        for (const [code, { description: when, value }] of Object.entries(examples)) {
          expect(ERRORS[code as ErrorCode].status, `${name} ${code}`).toBe(status);
          expect(misfits(api, schema, value), `${name} ${code}`).toEqual([]);
          expect(value, name).toHaveProperty('error.code', code);
          expect(description, name).toContain(`\`${code}\`: ${when}`);
        }
      }
    }
  });

  test('describes every field, parameter and header', () => {
    const untold = Object.entries(api.components.schemas).flatMap(([name, schema]) =>
      fieldsUntold(name, schema),
    );
    expect(untold).toEqual([]);
    expect(ofEach(partsUntold)).toEqual(nameless());
  });

  test('names the headers of each answer, with an example of each that fits its type', () => {
    for (const [name, operation] of operations) {
      for (const [status, answer] of answersOf(operation)) {
        const headers = headersOf(api, answer);
        const where = `${name} ${status}`;
        for (const [header, { description, schema, example }] of headers) {
          expect(description, `${where} ${header}`).not.toBe('');
          expect(misfits(api, schema, example), `${where} ${header}`).toEqual([]);
        }
        const always = [...headers].filter(([, { required }]) => required).map(([header]) => header);
        expect(always, where).toEqual(expect.arrayContaining(['x-request-id', 'x-ratelimit-remaining']));
        expect(always.includes('www-authenticate'), where).toBe(status === 401);
        expect(always.includes('retry-after'), where).toBe(status === 429 || status === 503);
      }
    }
  });

  test('tells one story: its examples speak of the same template, key and files', () => {
    const text = JSON.stringify(api);
    const idsOf = (kind: string) => new Set(text.match(new RegExp(`\\b${kind}_[A-Za-z0-9]{22}\\b`, 'g')));
    expect([idsOf('tpl').size, idsOf('key').size, idsOf('file').size]).toEqual([1, 1, 5]);
  });
});

describe('a script of another origin', () => {
  test('may read every header that the description names, and send every one that it asks for', async () => {
    const headers = { Origin: 'https://shop.example', 'Access-Control-Request-Method': 'POST' };
    const exposed = listOf(await call('/v1/usage', { headers }), 'access-control-expose-headers');
    const described = new Set(
      operations.flatMap(([, operation]) =>
        answersOf(operation).flatMap(([, answer]) => [...headersOf(api, answer).keys()]),
      ),
    );
    expect(exposed).toEqual([...described].toSorted());

    const preflight = await call('/v1/usage', { method: 'OPTIONS', headers });
    const allowed = listOf(preflight, 'access-control-allow-headers');
    const parameters = operations.flatMap(([, { parameters: named = [] }]) => named);
    const asked = parameters.filter((parameter) => parameter.in === 'header').map(({ name }) => name);
    const keyHeaders = Object.values(api.components.securitySchemes).map(
      ({ name }) => name ?? 'Authorization',
    );
    // Its messages are not part of the description.
    const ofMcp = ['MCP-Protocol-Version', 'Mcp-Method', 'Mcp-Name'];
    const common = [...keyHeaders, ...ofMcp, 'Content-Type', 'traceparent', 'tracestate'];
    const wanted = new Set([...asked, ...common].map((name) => name.toLowerCase()));
    expect(allowed).toEqual([...wanted].toSorted());
  });
});

const listOf = ({ headers }: Response, name: string): string[] =>
  (headers.get(name) ?? '')
    .toLowerCase()
    .split(/\s*,\s*/)
    .toSorted();

const successesOf = (operation: Operation): Record<string, MediaType>[] =>
  answersOf(operation)
    .filter(([status]) => status < 300)
    .map(([, { content }]) => content ?? {});

function examplesThatMisfit(content: Record<string, MediaType>): string[] {
  return Object.entries(content).flatMap(([type, media]) => {
    const examples = examplesOf(media);
    if (examples.length === 0) return [`${type} has no example`];
    return examples.flatMap((example) => misfits(api, media.schema, example));
  });
}

function partsUntold({ summary, parameters = [], requestBody, responses }: Operation): string[] {
  const untold = parameters.filter(({ description }) => !description).map(({ name }) => name);
  if (summary === '') untold.push('summary');
  const contents = [requestBody?.content, ...Object.values(responses).map(({ content }) => content)];
  const media = contents.flatMap((content = {}) => Object.values(content));
  return [...untold, ...media.flatMap(({ schema }) => fieldsUntold('', schema))];
}

/** Paths of fields without a description, of their own or of the schema that they refer to. */
function fieldsUntold(path: string, schema: object): string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  return Object.entries(schema).flatMap(([key, inner]: [string, object]) => {
    if (key !== 'properties') return typeof inner === 'object' ? fieldsUntold(path, inner) : [];
    return Object.entries(inner).flatMap(([name, field]: [string, object]) => [
      ...(isTold(field) ? [] : [`${path}.${name}`]),
      ...fieldsUntold(`${path}.${name}`, field),
    ]);
  });
}

const isTold = (field: object): boolean =>
  'description' in field || '$ref' in field || ('allOf' in field && JSON.stringify(field).includes('$ref'));
