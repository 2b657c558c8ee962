import { describe, expect, test } from 'vitest';
import { PrintTimeout, RendererUnavailable } from '@platen/print-engine';
import { BrokerClient, type CallBroker } from '../../../../renderer/browser-run/broker-client.ts';
import { BrokerHints } from '../../../../renderer/browser-run/broker-hints.ts';
import type { BrokerAnswer, BrokerLoad } from '../../../../renderer/browser-run/broker-protocol.ts';
import { RendererBusy } from '../../../../renderer/outcome.ts';
import { answerOf, PRINTED } from '../../../support/brokers/printed.ts';
import { Random } from '../../../support/random.ts';

const printed = (load: Partial<BrokerLoad> = {}): BrokerAnswer => answerOf(PRINTED, load);

const refused = (kind: 'busy' | 'unavailable' | 'timeout', load: Partial<BrokerLoad> = {}): BrokerAnswer =>
  answerOf({ kind, message: kind }, load);

/** An isolate whose brokers answer with `answer`. Time passes only in pauses. */
function isolate(answer: CallBroker) {
  let now = 1_000_000;
  const calls: string[] = [];
  const client = new BrokerClient({
    hints: new BrokerHints(() => now, 40),
    now: () => now,
    sleep: async (ms) => void (now += ms),
    random: Random.seeded(1).fraction,
  });
  const call: CallBroker = (index, whenBusy) => {
    calls.push(`${index} ${whenBusy}`);
    return answer(index, whenBusy);
  };
  return {
    calls,
    print: (changes: { workspaceId?: string; maxBrowsers?: number; isBackground?: boolean } = {}) =>
      client.print(
        { workspaceId: 'ws_one', deadline: now + 15_000, maxBrowsers: Number.POSITIVE_INFINITY, ...changes },
        call,
      ),
    pass: (ms: number) => void (now += ms),
  };
}

const members = Array.from({ length: 12 }, (_, index) => index);

describe('a job', () => {
  test('asks before it waits: a busy broker passes it on to one with room', async () => {
    const { print, calls } = isolate(async (index) =>
      index === 0 ? refused('busy', { jobs: 8, members }) : printed({ members }),
    );
    expect((await print()).kind).toBe('printed');
    expect(calls).toEqual(['0 reject', expect.stringMatching(/^[1-9]\d* reject$/)]);
  });

  test('waits when no broker has room, at the one with the shortest queue', async () => {
    const { print, calls } = isolate(async (index, whenBusy) =>
      whenBusy === 'wait' ? printed() : refused('busy', { jobs: 8 + index, members: [3, 5] }),
    );
    expect((await print()).kind).toBe('printed');
    expect(calls.at(-1)).toBe('3 wait');
  });

  test('waits for the browser of a broker that is the only one', async () => {
    const { print, calls } = isolate(async (_index, whenBusy) =>
      whenBusy === 'wait' ? printed() : refused('busy', { isReady: false, members: [] }),
    );
    expect((await print()).kind).toBe('printed');
    expect(calls).toEqual(['0 reject', '0 wait']);
  });

  test('ends as busy when every queue is full, after it tried again for some seconds', async () => {
    const { print, calls } = isolate(async () => refused('busy', { jobs: 72, members }));
    await expect(print()).rejects.toThrow(RendererBusy);
    expect(calls.length).toBeGreaterThan(10);
  });

  test('whose time is over does not go to another broker', async () => {
    const { print, calls } = isolate(() => Promise.reject(new PrintTimeout('late')));
    await expect(print()).rejects.toThrow(PrintTimeout);
    expect(calls).toHaveLength(1);
  });
});

describe('a broker that fails', () => {
  test.each([
    ['is out of reach', () => Promise.reject(new Error('out of reach'))],
    ['has no browser', async () => refused('unavailable')],
  ])('because it %s is passed over, and not asked again for some seconds', async (_why, fail) => {
    const { print, calls, pass } = isolate((index) => (index === 0 ? fail() : Promise.resolve(printed())));
    await print();
    expect(calls).toEqual(['0 reject', '1 reject']);
    await print();
    expect(calls.slice(2)).toEqual(['1 reject']);
    pass(3_000);
    await print();
    expect(calls.slice(3)).toContain('0 reject');
  });

  test('is asked again when all others fail too', async () => {
    let isDown = true;
    const { print } = isolate(async () => {
      if (isDown) throw new Error('reset');
      return printed();
    });
    await expect(print()).rejects.toThrow(RendererUnavailable);
    isDown = false;
    expect((await print()).kind).toBe('printed');
  });

  test('at a job that used a page is not shunned: the job may be the reason', async () => {
    const { print, calls } = isolate(async (_index, whenBusy) =>
      whenBusy === 'reject' && calls.length === 1 ? { ...refused('unavailable'), pageMs: 50 } : printed(),
    );
    await print();
    calls.length = 1;
    calls.push('…');
    await print();
    expect(calls.at(-1)).toBe('0 reject');
  });

  test('after a long print is followed by one further try, because the job may be the reason', async () => {
    const { print, calls, pass } = isolate(async () => {
      pass(3_000);
      throw new Error('reset');
    });
    await expect(print()).rejects.toThrow(RendererUnavailable);
    expect(calls).toHaveLength(2);
  });
});

test('jobs of a small plan stay on a few brokers', async () => {
  const { print, calls } = isolate(async (_index, whenBusy) =>
    whenBusy === 'wait' ? printed({ members }) : refused('busy', { jobs: 3, members }),
  );
  for (let job = 0; job < 30; job += 1) await print({ maxBrowsers: 2 });
  expect(new Set(calls.slice(1).map((call) => call.split(' ')[0])).size).toBeLessThanOrEqual(3);
});

test('a workspace prefers one broker, and workspaces prefer different ones', async () => {
  const { print, calls } = isolate(async () => printed({ members }));
  await print();
  calls.length = 0;
  for (let job = 0; job < 5; job += 1) await print({ workspaceId: 'ws_one' });
  expect(new Set(calls).size).toBe(1);
  for (let job = 0; job < 40; job += 1) await print({ workspaceId: `ws_${job}` });
  expect(new Set(calls).size).toBeGreaterThan(6);
});

test('a fresh isolate learns from its first answer which brokers are in use', async () => {
  const { print, calls } = isolate(async () => printed({ members: [4, 7] }));
  await print();
  await print();
  expect(calls).toEqual(['0 reject', expect.stringMatching(/^[47] reject$/)]);
});

test('a background job takes a place in the shortest queue at once, and the jobs that it waits behind keep nobody else away', async () => {
  const { print, calls } = isolate(async (index) =>
    printed({ members: [3, 5], jobs: index === 3 ? 20 : 10, passed: index === 3 ? 19 : 2 }),
  );
  for (let job = 0; job < 3; job += 1) await print({ isBackground: true });
  calls.length = 0;
  for (let job = 0; job < 3; job += 1) await print({ isBackground: true });
  expect(new Set(calls)).toEqual(new Set(['5 wait']));
  calls.length = 0;
  await print();
  expect(calls).toEqual(['3 reject']);
});
