import type { CDPSession, Page } from 'playwright-core';

export const FAILED_REQUEST_ID = 'req_of_this_test';

const FAILURE = {
  code: 'INTERNAL_ERROR',
  message: 'Something went wrong.',
  requestId: FAILED_REQUEST_ID,
  timestamp: '',
};

const sessions = new WeakMap<Page, CDPSession[]>();

/** Delays requests that match `pattern` until the returned function is called. */
export async function holdRequests(page: Page, pattern: RegExp): Promise<() => void> {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await intercept(page, pattern, async (devtools, requestId) => {
    await released;
    await devtools.send('Fetch.continueRequest', { requestId });
  });
  return release;
}

/** Answers requests that match `pattern` with an internal error, until the returned function is called. */
export async function failRequests(page: Page, pattern: RegExp): Promise<() => Promise<void>> {
  const devtools = await intercept(page, pattern, (session, requestId) =>
    session.send('Fetch.fulfillRequest', {
      requestId,
      responseCode: 500,
      responseHeaders: [{ name: 'Content-Type', value: 'application/json' }],
      body: Buffer.from(JSON.stringify({ error: FAILURE })).toString('base64'),
    }),
  );
  return () => devtools.detach();
}

/** Ends what `holdRequests` and `failRequests` have started. */
export async function stopIntercepting(page: Page): Promise<void> {
  // One that has ended cannot be detached.
  await Promise.allSettled((sessions.get(page) ?? []).map((devtools) => devtools.detach()));
  sessions.delete(page);
}

type Handle = (devtools: CDPSession, requestId: string) => Promise<unknown>;

/** Unlike `page.route`, this leaves the cache on: the page does not load all its scripts from the service again. */
async function intercept(page: Page, pattern: RegExp, handle: Handle): Promise<CDPSession> {
  const devtools = await page.context().newCDPSession(page);
  sessions.set(page, [...(sessions.get(page) ?? []), devtools]);
  devtools.on('Fetch.requestPaused', ({ requestId, request }) => {
    const handled = pattern.test(request.url)
      ? handle(devtools, requestId)
      : devtools.send('Fetch.continueRequest', { requestId });
    // The page may have cancelled the request, or the test may have ended.
    handled.catch(() => {});
  });
  await devtools.send('Fetch.enable', { patterns: [{ urlPattern: '*/console/*' }] });
  return devtools;
}
