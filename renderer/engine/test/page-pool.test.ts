import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Connection } from '../devtools/connection.ts';
import { PagePool } from '../pages/page-pool.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

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

test('the rows of a batch share the pages in which they print', async () => {
  const { print, countOpened, pool } = await openPool({ openMs: 60, clearMs: 6 }, 4);
  const done = Promise.all(Array.from({ length: 60 }, () => print(true)));
  await vi.advanceTimersByTimeAsync(5_000);
  await done;
  pool.close();
  // Three of four pages are for the background.
  expect(countOpened()).toBeLessThanOrEqual(3);
});
