import { afterAll, beforeAll, expect, test } from 'vitest';
import { commandLine, descendants, isRunning } from '../../scripts/local/process-tree.ts';
import type { Answer } from '../support/answer.ts';
import { ClockedService } from '../support/clocked-service.ts';
import { eventually } from '../support/eventually.ts';
import { expectGenerated, expectRefusal, HELLO } from '../support/service-client.ts';
import { LONG, typical, variation } from '../support/thorough.ts';

const FIVE_MINUTES_MS = 300_000;

let service: ClockedService;
beforeAll(async () => {
  service = await ClockedService.create();
  await service.startAt(0);
});
afterAll(() => service.remove());

test('a service killed between the R2 put and the commit leaves no file, no charge and no object', async () => {
  const { workspaceId, key } = await service.createTenant();
  // entry.ts stores a file of this name and then waits forever.
  const body = { htmlContent: '<p>Hello</p>', filename: 'stops-after-put' };
  const cutOff = service.generate(key, body).then(
    (response) => response.status,
    () => 'no answer',
  );
  await eventually(async () => expect(await service.storedObjects()).toHaveLength(1));
  await service.kill();
  expect(await cutOff).not.toBe(200);

  await service.startAt(FIVE_MINUTES_MS);
  expect(await service.storedObjects()).toHaveLength(1);
  await service.ringAlarm(workspaceId);

  expect(await service.storedObjects()).toEqual([]);
  const account = await service.operator.setWorkspace(workspaceId, {});
  expect(account).toMatchObject({ quotaUsed: 0, quotaLimit: 100 });
  const next = await service.generate(key, { ...body, filename: 'next' });
  expect(JSON.parse(next.text)).toMatchObject({ usage: { remaining: 99, quotaUsed: 1 } });
});

/** Kills the service's browsers repeatedly until it answers, because it retries with new ones. */
async function killBrowsersUntil(answer: Promise<Answer>): Promise<Answer> {
  const killer = setInterval(() => service.killBrowsers(), 50);
  try {
    return await answer;
  } finally {
    clearInterval(killer);
  }
}

variation(
  'a browser that crashes during the print is PDF_GENERATION_FAILED; nothing is charged, and other requests are served',
  async () => {
    const { workspaceId, key } = await service.createTenant();
    const slow = { ...HELLO, options: { waitForSelector: '#never' } };
    expectRefusal(await killBrowsersUntil(service.generate(key, slow)), 'PDF_GENERATION_FAILED');
    expect(await service.operator.setWorkspace(workspaceId, {})).toMatchObject({ quotaUsed: 0 });
    // The service may not know yet that the last browsers are gone. A request that loses two of them is refused too.
    await eventually(async () => expectGenerated(await service.generate(key, HELLO)));
  },
);

test.each(typical(['kill', 'stop'] as const, 1))(
  'when the process of the service is killed by another program, %s ends all that it has left',
  LONG,
  async (end) => {
    const { key } = await service.createTenant();
    expectGenerated(await service.generate(key, HELLO));
    const { pid, lost } = service.service;
    const left = descendants(pid).filter((child) => /workerd|--remote-debugging-p/.test(commandLine(child)));
    expect(left.length).toBeGreaterThan(1);
    process.kill(pid, 'SIGKILL');
    expect(await lost).toBe('signal SIGKILL');
    expect(left.some(isRunning)).toBe(true);

    await service[end]();
    await eventually(() => expect(left.filter(isRunning)).toEqual([]));
    await service.startAt(0);
  },
);

test('an internal failure is INTERNAL_ERROR without any detail but the request id, and charges nothing', async () => {
  const { workspaceId, key } = await service.createTenant();
  const { id } = await service.operator.putTemplate({ workspaceId, name: 'lost', content: '<p>Hello</p>' });
  await service.stopAndLoseTemplates();

  await service.startAt(0);
  const answer = await service.generate(key, { templateId: id });
  expect(answer.status).toBe(500);
  expect(JSON.parse(answer.text)).toEqual({
    error: {
      code: 'INTERNAL_ERROR',
      message: 'An unexpected error occurred.',
      requestId: answer.headers.get('x-request-id'),
      timestamp: expect.any(String),
    },
  });
  expect(await service.operator.setWorkspace(workspaceId, {})).toMatchObject({ quotaUsed: 0 });
});
