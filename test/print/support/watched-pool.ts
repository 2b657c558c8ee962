import { setTimeout as delay } from 'node:timers/promises';
import { vi } from 'vitest';
import { PagePool, type PagePoolLimits } from '@platen/print-engine';
import type { Printer } from './printer.ts';

export interface SentCommand {
  readonly method: string;
  readonly parameters: object;
  /** The session of a page. */
  readonly page: string | undefined;
  /** Commands that the browser had not answered then. */
  readonly unanswered: readonly string[];
}

interface WatchedPool {
  readonly pool: PagePool;
  readonly sent: SentCommand[];
  readonly methods: () => string[];
  /** Commands that the browser has not answered yet. */
  readonly unanswered: readonly string[];
  readonly atRest: () => Promise<void>;
}

interface Options extends PagePoolLimits {
  /** Changes a command before it is sent. */
  readonly change: (command: SentCommand) => object;
  /** Sends a command later. */
  readonly hold: (command: SentCommand) => Promise<unknown> | null;
}

const DEFAULTS: Options = {
  ready: 2,
  concurrent: 4,
  change: ({ parameters }) => parameters,
  hold: () => null,
};

/** A pool of its own, with the commands that it sends to its browser. */
export async function openWatchedPool(
  { chromium }: Printer,
  options: Partial<Options> = {},
): Promise<WatchedPool> {
  const { change, hold, ...limits } = { ...DEFAULTS, ...options };
  const connection = await chromium.connect();
  const sent: SentCommand[] = [];
  const unanswered: string[] = [];
  let [count, pending] = [0, 0];
  const send = connection.send.bind(connection);
  vi.spyOn(connection, 'send').mockImplementation((method, parameters, timeoutMs, page) => {
    const command = { method, parameters, page, unanswered: [...unanswered] };
    sent.push(command);
    count += 1;
    const sendIt = () => send(method, change(command), timeoutMs, page);
    const answer = hold(command)?.then(sendIt) ?? sendIt();
    unanswered.push(method);
    const end = () => unanswered.splice(unanswered.indexOf(method), 1);
    void answer.then(end, end);
    // A page that is ready waits for the end of its document, however long.
    if (Number.isFinite(timeoutMs)) {
      pending += 1;
      void answer.catch(() => {}).then(() => (pending -= 1));
    }
    return answer;
  });
  const pool = new PagePool(connection, limits);
  await pool.start();
  /**
   * Its pages are open, warm and clear: it sends nothing during ten turns. Each turn is longer than half of the longest
   * pause between two commands, and the pool's timers are those of this thread, so a busy machine delays both.
   */
  const atRest = async (): Promise<void> => {
    for (let quiet = 0, before = -1; quiet < 10; quiet = count === before && pending === 0 ? quiet + 1 : 0) {
      before = count;
      await delay(50);
    }
  };
  await atRest();
  return { pool, sent, methods: () => sent.map(({ method }) => method), unanswered, atRest };
}
