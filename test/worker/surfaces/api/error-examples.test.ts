import { beforeAll, describe, expect, test } from 'vitest';
import { PdfTooLarge, PrintFailed, PrintTimeout } from '@platen/print-engine';
import { newId, newKeyValue } from '../../../../schema/ids.ts';
import { PERMISSIONS } from '../../../../schema/permissions.ts';
import type { ApiError } from '../../../../worker/lib/api-error.ts';
import { errorResponses } from '../../../../worker/surfaces/api/error-responses.ts';
import { type ErrorCode, ERRORS } from '../../../../schema/api/errors.ts';
import { refusalError } from '../../../../worker/objects/ledger/refusal-error.ts';
import { toApiError } from '../../../../worker/lib/to-api-error.ts';
import { type Answer, ask, migrate, newKey, newWorkspace, operate } from '../../support/service.ts';

/** The error that the description shows for a code. */
function exampleOf(code: ErrorCode): { code: string; message: string; details?: string[] } {
  const answer = errorResponses([code])[ERRORS[code].status];
  const { error } = answer.content['application/json'].examples[code]?.value ?? {};
  if (error === undefined) throw new Error(`No example of ${code}`);
  const { requestId: _, timestamp: __, ...rest } = error;
  return rest;
}

let workspaceId: string;
let key: string;
beforeAll(async () => {
  await migrate();
  workspaceId = await newWorkspace();
  key = (await newKey(workspaceId, { permissions: PERMISSIONS })).value;
});

const anotherKey = async (): Promise<{ id: string; value: string }> => newKey(await newWorkspace());

/** What the service answers where it is asked for trouble. */
const PROVOKED: Partial<Record<ErrorCode, () => Promise<Answer>>> = {
  INVALID_API_KEY: () => ask(newKeyValue('live'), 'GET', '/v1/usage'),
  API_KEY_REVOKED: async () => {
    const { id, value } = await anotherKey();
    await operate('POST', `/keys/${id}/revoke`);
    return ask(value, 'GET', '/v1/usage');
  },
  API_KEY_EXPIRED: async () => {
    const expired = await newKey(await newWorkspace(), { expiresAt: '2026-01-01T00:00:00Z' });
    return ask(expired.value, 'GET', '/v1/usage');
  },
  INSUFFICIENT_PERMISSIONS: async () => ask((await anotherKey()).value, 'GET', '/v1/files'),
  FILE_NOT_FOUND: () => ask(key, 'GET', `/v1/files/${newId('file')}`),
  TEMPLATE_NOT_FOUND: () => ask(key, 'GET', `/v1/templates/${newId('tpl')}`),
  TEMPLATE_NAME_TAKEN: async () => {
    const template = { name: 'twice', content: '<p></p>' };
    await ask(key, 'POST', '/v1/templates', template);
    return ask(key, 'POST', '/v1/templates', template);
  },
  VALIDATION_ERROR: () => {
    const options = { margin: { top: -1 } };
    return ask(key, 'POST', '/v1/pdf/generate', { htmlContent: '<p></p>', options });
  },
  TEMPLATE_COMPILATION_ERROR: () => {
    const content = '<h1>Total</h1> <p>{{money total}}</p>';
    return ask(key, 'POST', '/v1/templates', { name: 'unknown helper', content });
  },
};

/** The same where trouble is not to be had for the asking. */
const THROWN: Partial<Record<ErrorCode, ApiError>> = {
  WORKSPACE_NOT_FOUND: refusalError({ refusal: 'WORKSPACE_NOT_FOUND' }),
  RATE_LIMIT_EXCEEDED: refusalError({ refusal: 'RATE_LIMIT_EXCEEDED', retryAfterSeconds: 37 }),
  NO_CREDITS_AVAILABLE: refusalError({ refusal: 'NO_CREDITS_AVAILABLE' }),
  IDEMPOTENCY_CONFLICT: refusalError({ refusal: 'IDEMPOTENCY_CONFLICT' }),
  REQUEST_TIMEOUT: toApiError(new PrintTimeout('late')),
  FILE_TOO_LARGE: toApiError(new PdfTooLarge('large')),
  PDF_GENERATION_FAILED: toApiError(new PrintFailed('broken')),
  INTERNAL_ERROR: toApiError(new Error('anything')),
};

describe('the example of an error is what the service answers', () => {
  test.each(Object.keys(PROVOKED) as ErrorCode[])('%s, asked for', async (code) => {
    const answer = await PROVOKED[code]?.();
    expect(answer?.status).toBe(ERRORS[code].status);
    expect(answer?.body).toMatchObject({ error: exampleOf(code) });
  });

  test.each(Object.entries(THROWN))('%s, thrown', (code, { message }) => {
    expect(exampleOf(code as ErrorCode)).toEqual({ code, message });
  });
});
