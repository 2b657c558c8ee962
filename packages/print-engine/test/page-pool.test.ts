import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { NoPageInTime, PrintFailed, PrintTimeout, WaitTimeout } from '../failures.ts';
import { Connection } from '../devtools/connection.ts';
import { PagePool } from '../pages/page-pool.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** In virtual time. */
const delay = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

interface Delays {
  readonly openMs: number;
  readonly clearMs: number;
}

/** A browser that takes this long to open a page and to clear one, in virtual time. */
async function openPool({ openMs, clearMs }: Delays, concurrent = 1) {
  const delays: Record<string, number> = { 'Target.createTarget': openMs, 'Page.navigate': clearMs };
  let receive = (_event: { data: unknown }): void => {};
  let opened = 0;
  const connection = new Connection({
    send(text) {
      const { id, method, params } = JSON.parse(text);
      if (params.expression === 'departure') return;
      if (method === 'Target.createTarget') opened += 1;
      const result = { browserContextId: `c${id}`, targetId: `t${id}`, sessionId: `s${id}`, result: {} };
      setTimeout(() => receive({ data: JSON.stringify({ id, result }) }), delays[method] ?? 1);
    },
    close() {},
    addEventListener(type: string, listener: (event: { data: unknown }) => void) {
      if (type === 'message') receive = listener;
    },
  });
  const pool = new PagePool(connection, { ready: 0, concurrent });
  const started = pool.start();
  await vi.advanceTimersByTimeAsync(openMs + 1_000);
  await started;
  const print = (isBackground = false) =>
    pool.withPage({ workspaceId: 'ws', deadline: Date.now() + 60_000, isBackground }, async () => {});
  return { print, countOpened: () => opened, pool };
}

/** The second job starts while the page of the first one is cleared. */
async function printTwo(delays: Delays): Promise<number> {
  const { print, countOpened, pool } = await openPool(delays);
  const done = Promise.all([print(), print()]);
  await vi.advanceTimersByTimeAsync(5_000);
  await done;
  pool.close();
  return countOpened();
}

test('a job waits for its page to be cleared as long as another one takes to open', async () => {
  expect(await printTwo({ openMs: 400, clearMs: 300 })).toBe(1);
});

test('a job opens another page if that is quicker than clearing its own', async () => {
  expect(await printTwo({ openMs: 20, clearMs: 300 })).toBe(2);
  expect(await printTwo({ openMs: 400, clearMs: 3_000 })).toBe(2);
});

/** One job holds the only page for a second. The next one waits for it, then works for `workMs` and has too little time. */
async function failAfterWaiting(workMs: number, failure: Error) {
  const { pool } = await openPool({ openMs: 1, clearMs: 1 });
  const limits = { workspaceId: 'ws', deadline: Date.now() + 60_000 };
  const first = pool.withPage(limits, () => delay(1_000));
  const second = pool.withPage(limits, async () => {
    await delay(workMs);
    throw failure;
  });
  const failed = second.catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(5_000);
  await first;
  pool.close();
  return failed;
}

test('a job that runs out of time after it waited for most of it found no page in time', async () => {
  const failed = await failAfterWaiting(400, new PrintTimeout('the deadline passed'));
  expect(failed).toBeInstanceOf(NoPageInTime);
  expect(failed).toMatchObject({ message: 'a page was free too late: the deadline passed' });
  expect((failed as NoPageInTime).pageMs).toBeGreaterThanOrEqual(400);
});

test.each([
  ['it had its page for longer than it waited', 1_500, new PrintTimeout('the deadline passed')],
  ['a condition of the job did not hold', 400, new WaitTimeout('options.waitFor')],
  ['it fails for another reason', 400, new PrintFailed('Chromium printed nothing')],
])('the failure of a job that waited stays if %s', async (_, workMs, failure) => {
  expect(await failAfterWaiting(workMs, failure)).toBe(failure);
});

test('the rows of a batch share the pages in which they print', async () => {
  const { print, countOpened, pool } = await openPool({ openMs: 60, clearMs: 6 }, 4);
  const done = Promise.all(Array.from({ length: 60 }, () => print(true)));
  await vi.advanceTimersByTimeAsync(5_000);
  await done;
  pool.close();
  // Three of four pages are for the background.
  expect(countOpened()).toBeLessThanOrEqual(3);
});
