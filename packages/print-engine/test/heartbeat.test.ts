import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Connection } from '../devtools/connection.ts';
import { Heartbeat } from '../devtools/heartbeat.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** A browser that answers as long as `isAlive`. */
function openBrowser() {
  const browser = { isAlive: true, commands: [] as string[] };
  let receive = (_event: { data: unknown }): void => {};
  const connection = new Connection({
    send(text) {
      const { id, method } = JSON.parse(text);
      browser.commands.push(method);
      if (browser.isAlive) setTimeout(() => receive({ data: JSON.stringify({ id, result: {} }) }), 5);
    },
    close() {},
    addEventListener(type: string, listener: (event: { data: unknown }) => void) {
      if (type === 'message') receive = listener;
    },
  });
  const onSilence = vi.fn<() => void>();
  const onSlow = vi.fn();
  const heartbeat = new Heartbeat(connection, { slow: onSlow, silence: onSilence });
  return { browser, connection, onSlow, onSilence, heartbeat };
}

test('a browser that stops to answer is slow after one second, and lost after two', async () => {
  const { browser, onSlow, onSilence, heartbeat } = openBrowser();
  heartbeat.begin();
  await vi.advanceTimersByTimeAsync(60_000);
  browser.isAlive = false;
  await vi.advanceTimersByTimeAsync(1_300);
  expect(onSlow).toHaveBeenCalledTimes(1);
  expect(onSilence).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1_200);
  expect([onSlow, onSilence].map(({ mock }) => mock.calls.length)).toEqual([1, 1]);
});

test('a browser without jobs is sent nothing', async () => {
  const { browser, onSilence, heartbeat } = openBrowser();
  browser.isAlive = false;
  heartbeat.begin();
  heartbeat.begin();
  heartbeat.end();
  await vi.advanceTimersByTimeAsync(500);
  heartbeat.end();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(browser.commands).toEqual(['Browser.getVersion']);
  expect(onSilence).not.toHaveBeenCalled();
});

test('the rest of an interval in which the last job ended does not count as silence', async () => {
  const { browser, onSilence, heartbeat } = openBrowser();
  heartbeat.begin();
  heartbeat.end();
  await vi.advanceTimersByTimeAsync(390);
  browser.isAlive = false;
  heartbeat.begin();
  await vi.advanceTimersByTimeAsync(1_990);
  expect(onSilence).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(400);
  expect(onSilence).toHaveBeenCalledTimes(1);
});

test('silence does not count while the own timers are late: the whole machine is busy', async () => {
  const { browser, onSilence, heartbeat } = openBrowser();
  browser.isAlive = false;
  heartbeat.begin();
  for (let turn = 0; turn < 20; turn += 1) {
    vi.setSystemTime(Date.now() + 1_000);
    await vi.advanceTimersByTimeAsync(400);
  }
  expect(onSilence).not.toHaveBeenCalled();
});

test('a browser that reads a long document has more time', async () => {
  const { browser, connection, onSilence, heartbeat } = openBrowser();
  browser.isAlive = false;
  const html = 'x'.repeat(20_000_000);
  connection.send('Page.setDocumentContent', { frameId: 'frame', html }, 600_000).catch(() => {});
  heartbeat.begin();
  await vi.advanceTimersByTimeAsync(9_500);
  expect(onSilence).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1_500);
  expect(onSilence).toHaveBeenCalledTimes(1);
});
