import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { commandLine, descendants } from '../../scripts/local/process-tree.ts';
import { exchange } from '../support/checked-fetch.ts';
import { RestartedService } from '../support/restarted-service.ts';

/** workerd evicts an object that has had no work for ten seconds. */
const EVICTION_MS = 15_000;

/** Longer than the broker keeps a browser without a job. */
const IDLE_MINUTES = 6;

let service: RestartedService;
let key = '';

beforeAll(async () => {
  const stateDir = await mkdtemp(join(tmpdir(), 'platen-idle-'));
  service = await RestartedService.createIn(stateDir, { entry: 'test/support/idle-entry.ts' });
  await service.startAt(0);
  const { id: workspaceId } = await service.operator.createWorkspace({ name: 'Idle' });
  const permissions = ['pdf.generate'];
  ({ key } = await service.operator.createKey({
    workspaceId,
    name: 'idle',
    environment: 'live',
    permissions,
  }));
});
afterAll(() => service.remove());

/** The main processes of Chromium that the service has started. */
const browsers = (): number[] =>
  service.pids.flatMap(descendants).filter((pid) => {
    const command = commandLine(pid);
    return command.includes('--remote-debugging-p') && !command.includes('--type=');
  });

async function print(): Promise<void> {
  const answer = await exchange(`${service.url}/v1/pdf/generate`, {
    method: 'POST',
    headers: { 'X-API-Key': key, 'Content-Type': 'application/json' },
    body: '{"htmlContent":"<p>x"}',
  });
  expect(answer.status, answer.text).toBe(200);
}

test('a busy service has one browser after each pause, and an idle one has none', async () => {
  for (const pauseMs of [0, EVICTION_MS, 0]) {
    await print();
    expect(browsers()).toHaveLength(1);
    await delay(pauseMs);
    await service.control(`idle?minutes=${IDLE_MINUTES}`);
    await expect.poll(browsers).toEqual([]);
  }
});
