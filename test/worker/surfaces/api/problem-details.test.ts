import { beforeAll, describe, expect, test } from 'vitest';
import type { ApiDocument } from '../../../support/api-document.ts';
import { freshAddress } from '../../../support/client-address.ts';
import { differences } from '../../../support/described-answer.ts';
import { call, migrate, newKey, newWorkspace, postJson } from '../../support/service.ts';

beforeAll(migrate);

const PATH = '/v1/pdf/generate';

const refused = (accept: string, key = 'pk_live_unknown') =>
  call(PATH, postJson({}, { ...freshAddress(), 'X-API-Key': key, Accept: accept }));

describe('an error for a client that prefers application/problem+json', () => {
  test('has the fields of RFC 9457, beside the code, the details and the id', async () => {
    const { value: key } = await newKey(await newWorkspace());
    const response = await refused('application/problem+json', key);
    expect([response.status, response.headers.get('Content-Type')]).toEqual([
      400,
      'application/problem+json',
    ]);
    const text = await response.text();
    const problem = JSON.parse(text) as Record<string, unknown>;
    expect(problem).toMatchObject({
      type: expect.stringMatching(/^https?:\/\/[^/]+\/docs\/guide\/errors#validation_error$/),
      title: 'Validation error',
      status: 400,
      detail: 'The request is not valid.',
      code: 'VALIDATION_ERROR',
      details: [expect.stringContaining('htmlContent')],
      requestId: response.headers.get('X-Request-Id'),
    });
    expect(problem).not.toHaveProperty('message');
    const document = await (await call('/v1/openapi.json')).json<ApiDocument>();
    const answer = { status: 400, headers: response.headers, bytes: new TextEncoder().encode(text), text };
    expect(differences(document, 'POST', PATH, answer)).toEqual([]);
  });

  test.each([
    ['application/problem+json, application/pdf', true],
    ['application/json;q=0.5, application/problem+json', true],
    ['application/problem+json;q=0.5, application/json', false],
    ['application/problem+json;q=0', false],
    ['application/pdf', false],
    ['*/*', false],
  ])('reads "%s" by its qualities', async (accept, isProblem) => {
    const response = await refused(accept);
    expect(response.status).toBe(401);
    const type = isProblem ? 'application/problem+json' : 'application/json';
    expect(response.headers.get('Content-Type')).toBe(type);
  });
});
