import type { Page } from 'playwright-core';

/** Delays requests that match `pattern` until the returned function is called. */
export async function holdRequests(page: Page, pattern: RegExp): Promise<() => void> {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route(pattern, async (route) => {
    await released;
    await route.continue();
  });
  return release;
}

export const FAILED_REQUEST_ID = 'req_of_this_test';

/** Answers requests that match `pattern` with an internal error, until the returned function is called. */
export async function failRequests(page: Page, pattern: RegExp): Promise<() => Promise<void>> {
  const error = {
    code: 'INTERNAL_ERROR',
    message: 'Something went wrong.',
    requestId: FAILED_REQUEST_ID,
    timestamp: '',
  };
  await page.route(pattern, (route) => route.fulfill({ status: 500, json: { error } }));
  return () => page.unroute(pattern);
}
