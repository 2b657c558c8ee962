import { NoPageInTime, PrintTimeout } from '@platen/print-engine';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { logCause } from '../../../worker/adapters/d1/log-cause.ts';
import { toApiError } from '../../../worker/lib/to-api-error.ts';

afterEach(() => vi.restoreAllMocks());

describe('a print that was not finished in time', () => {
  test('is SERVICE_BUSY with a time to wait if it got no page', () => {
    const error = toApiError(new NoPageInTime('no page was free before the deadline'));
    expect(error).toMatchObject({ code: 'SERVICE_BUSY', retryAfterSeconds: expect.any(Number) });
  });

  test('is REQUEST_TIMEOUT if it had a page', () => {
    expect(toApiError(new PrintTimeout('the deadline passed'))).toMatchObject({ code: 'REQUEST_TIMEOUT' });
  });
});

test('the log has the causes of a cause', () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => {});
  const broken = new Error('the connection was closed');
  logCause(toApiError(new Error('the store does not answer', { cause: broken })), 'req_1');
  const line = JSON.parse(String(logged.mock.calls[0]?.[0])) as { cause: string };
  expect(line.cause).toMatch(/^Error: the store does not answer\n/);
  expect(line.cause).toMatch(/\ncaused by Error: the connection was closed$/);
});
