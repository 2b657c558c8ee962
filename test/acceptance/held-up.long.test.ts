import { setTimeout } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { commandLine, descendants, signalAll } from '../../scripts/local/process-tree.ts';
import { ClockedService } from '../support/clocked-service.ts';
import { expectRefusal, HELLO } from '../support/service-client.ts';

/** The timeout of the plan Free. */
const TIMEOUT_MS = 15_000;

/** It begins before the deadline, and ends after the time in which a renderer may still answer. */
const PAUSE = { beforeMs: 1_000, lengthMs: 3_000 };

/** Stops the process of the Worker. Its renderers go on. */
async function holdUp({ pids }: ClockedService, ms: number): Promise<void> {
  const isWorker = (pid: number): boolean => commandLine(pid).includes('workerd serve');
  const stopped = pids.flatMap(descendants).filter(isWorker);
  expect(stopped).not.toEqual([]);
  signalAll(stopped, 'SIGSTOP');
  await setTimeout(ms);
  signalAll(stopped, 'SIGCONT');
}

test.each(['browser-run-only', 'container'])(
  'a Worker that is held up at the deadline still reads the answer of its renderer: %s',
  async (renderer) => {
    const service = await ClockedService.create({ renderer });
    try {
      await service.startAt(0);
      const { key } = await service.createTenant();
      expect((await service.generate(key, HELLO)).status).toBe(200);
      const never = service.generate(key, { ...HELLO, options: { waitForSelector: '#never' } });
      await setTimeout(TIMEOUT_MS - PAUSE.beforeMs);
      await holdUp(service, PAUSE.lengthMs);
      expect(expectRefusal(await never, 'REQUEST_TIMEOUT').details).toEqual([
        expect.stringContaining('no element matched `#never`'),
      ]);
    } finally {
      await service.remove();
    }
  },
);
