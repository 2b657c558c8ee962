import { beforeAll, describe, expect, it } from 'vitest';
import { call, migrate } from '../support/service.ts';

interface Operation {
  readonly security?: unknown;
  readonly 'x-permission'?: string;
  readonly responses: Record<string, { readonly headers?: object }>;
}

interface Document {
  readonly openapi: string;
  readonly paths: Record<string, Record<string, Operation>>;
  readonly components: { readonly schemas: Record<string, object> };
}

let api: Document;

beforeAll(async () => {
  await migrate();
  api = await (await call('/v1/openapi.json')).json<Document>();
});

describe('the description of the API', () => {
  it('is OpenAPI 3.1 and names every path of /v1, and none of the operator', () => {
    expect(api.openapi).toBe('3.1.0');
    expect(Object.keys(api.paths).toSorted()).toEqual([
      '/v1/files',
      '/v1/files/{fileId}',
      '/v1/files/{fileId}/content',
      '/v1/pdf/generate',
      '/v1/templates',
      '/v1/templates/{templateId}',
      '/v1/templates/{templateId}/preview',
      '/v1/templates/{templateId}/publish',
      '/v1/usage',
    ]);
  });

  it('says of every operation which key it wants, what it answers, and that the rate comes along', () => {
    for (const operations of Object.values(api.paths)) {
      for (const operation of Object.values(operations)) {
        expect(operation.security).toEqual([{ apiKey: [] }, { bearer: [] }]);
        expect(operation['x-permission']).toMatch(/^(pdf|template)\.\w+$|^any$/);
        expect(Object.keys(operation.responses)).toEqual(
          expect.arrayContaining(['401', '403', '429', '500']),
        );
        for (const { headers } of Object.values(operation.responses)) {
          expect(headers).toHaveProperty('X-RateLimit-Remaining');
        }
      }
    }
  });

  it('describes the request of generate, field by field', () => {
    expect(api.components.schemas).toMatchObject({
      GenerateRequest: {
        type: 'object',
        properties: {
          htmlContent: { type: 'string' },
          templateData: { type: 'object' },
          options: { $ref: '#/components/schemas/RequestOptions' },
        },
      },
    });
  });
});
