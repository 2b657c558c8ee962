import { Webhook } from 'standardwebhooks';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { Platen, verifyWebhook } from '../../packages/client/src/client.ts';
import { PERMISSIONS } from '../../schema/permissions.ts';
import { checkedFetch } from '../support/checked-fetch.ts';
import { ClockedService } from '../support/clocked-service.ts';
import { eventually } from '../support/eventually.ts';
import { type Received, Receiver } from '../support/receiver.ts';
import { variation } from '../support/thorough.ts';

const MINUTE_MS = 60_000;

let service: ClockedService;
let receiver: Receiver;

beforeAll(async () => {
  service = await ClockedService.create();
  await service.startAt(0);
  receiver = await Receiver.start();
});

afterEach(() => vi.useRealTimers());

afterAll(async () => {
  await receiver.stop();
  await service.remove();
});

/** The rate of the plan has no limit, so a test may ask as often as it likes. */
async function createTenant() {
  const { id: workspaceId } = await service.operator.createWorkspace({
    name: 'Webhooks',
    plan: 'scale-enterprise',
  });
  const { key: apiKey } = await service.operator.createKey({
    workspaceId,
    name: 'webhooks',
    environment: 'test',
    permissions: PERMISSIONS,
  });
  const client = () => new Platen({ apiKey, baseUrl: service.url, fetch: checkedFetch });
  return { workspaceId, client };
}

const deleteFile = async (client: Platen): Promise<string> => {
  const { data } = await client.generate({ htmlContent: '<p>Hello</p>' });
  await client.files.delete(data.fileId);
  return data.fileId;
};

const requests = (count: number): Promise<Received[]> =>
  eventually(() => {
    expect(receiver.received.length).toBeGreaterThanOrEqual(count);
    return receiver.received;
  });

/** Checks a request at the time of its attempt, with the library of Standard Webhooks and with our client. */
async function verify({ headers, body }: Received, secret: string): Promise<unknown> {
  const now = Number(headers['webhook-timestamp']) * 1_000;
  vi.useFakeTimers({ toFake: ['Date'], now });
  try {
    const event = new Webhook(secret).verify(body, headers);
    expect(await verifyWebhook({ headers, body, secret })).toEqual(event);
    return event;
  } finally {
    vi.useRealTimers();
  }
}

describe('a receiver', () => {
  test('verifies the first delivery, the fifth, and one after a rotation', async () => {
    const { client: open } = await createTenant();
    const client = open();
    const { id, secret } = await client.webhooks.create({ url: receiver.url, events: ['file.deleted'] });
    receiver.answerNext(500, 500, 301, 500);
    const fileId = await deleteFile(client);
    await requests(1);
    while (receiver.received.length < 5) {
      const [delivery] = (await client.webhooks.deliveries(id)).data;
      const due = Date.parse(delivery?.nextAttemptAt ?? '');
      // Until the attempt that has just arrived is recorded, no later one is planned.
      await service.moveClock(Math.max(0, due - Date.now()));
      await service.ringWebhookAlarm(id);
    }
    const [first, , , , fifth] = receiver.received;
    if (first === undefined || fifth === undefined) throw new Error('There are fewer than five requests.');
    expect(await verify(first, secret)).toMatchObject({
      type: 'file.deleted',
      data: { fileIds: [fileId], reason: 'request' },
    });
    expect(await verify(fifth, secret)).toEqual(await verify(first, secret));
    expect(fifth.headers['webhook-id']).toBe(first.headers['webhook-id']);
    const changed = { ...fifth, body: fifth.body.replace('file.deleted', 'file.deleteD') };
    await expect(verify(changed, secret)).rejects.toThrow('No matching signature');
    await eventually(async () => {
      const { data: deliveries } = await client.webhooks.deliveries(id, { state: 'succeeded' });
      expect(deliveries[0]?.attempts.map(({ status }) => status)).toEqual([500, 500, 301, 500, 204]);
    });

    const rotated = await client.webhooks.rotateSecret(id);
    await client.webhooks.resend(id, first.headers['webhook-id'] ?? '');
    await service.ringWebhookAlarm(id);
    const last = (await requests(6)).at(-1) as Received;
    expect(await verify(last, rotated.secret)).toEqual(await verify(last, secret));
  });

  variation('gets an event also if the process is killed after its cause', async () => {
    await service.moveClock(0);
    const { workspaceId, client } = await createTenant();
    const { id } = await client().webhooks.create({ url: receiver.url, events: ['file.deleted'] });
    const fileId = await deleteFile(client());
    await service.kill();
    // An attempt that was interrupted is followed by the next one after a minute.
    await service.startAt(2 * MINUTE_MS);
    await eventually(async () => {
      await service.ringAlarm(workspaceId);
      await service.ringWebhookAlarm(id);
      expect(receiver.received.some(({ body }) => body.includes(fileId))).toBe(true);
    });
    expect((await client().webhooks.deliveries(id)).data).toHaveLength(1);
  });
});
