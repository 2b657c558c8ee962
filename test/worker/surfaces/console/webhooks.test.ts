import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  createdWebhookAnswer,
  type CreatedWebhookBody,
  deletedWebhook,
  deliveryAnswer,
  deliveryPage,
  webhookAnswer,
} from '../../../../schema/api/webhooks.ts';
import { listedWebhooksAnswer } from '../../../../schema/console/webhooks.ts';
import { auditPage } from '../../../../schema/console/usage.ts';
import { HOUR_MS } from '../../support/ledger.ts';
import { migrate } from '../../support/service.ts';
import { shaped } from '../../support/shape.ts';
import { anotherWorkspace, type Insider, invited, setUpOwner } from '../../support/visitor.ts';
import { giveEvent, Receivers, ringDesk } from '../../support/webhooks.ts';

let instanceOwner: Insider;
/** Each test has a workspace without webhooks. */
let owner: Insider;
let receivers: Receivers;

beforeAll(async () => {
  await migrate();
  instanceOwner = await setUpOwner();
});

beforeEach(async () => {
  owner = await anotherWorkspace(instanceOwner);
  // No alarm is due by itself: a test rings the desk.
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + HOUR_MS });
  receivers = new Receivers();
});

afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

const WEBHOOK = { url: 'https://shop.dev/events', events: ['file.deleted', 'job.failed'] };

const send = (method: string, path = '', body?: unknown, who = owner) =>
  who.visitor.send(method, `/workspaces/${who.workspaceId}/webhooks${path}`, body);

async function add(): Promise<CreatedWebhookBody> {
  const { status, body } = await send('POST', '', WEBHOOK);
  expect([status, body]).toEqual([201, expect.anything()]);
  return shaped(createdWebhookAnswer, body).data;
}

const list = async (who = owner) =>
  shaped(listedWebhooksAnswer, (await send('GET', '', undefined, who)).body).data.webhooks;

const deliveries = async (id: string, query = '') =>
  shaped(deliveryPage, (await send('GET', `/${id}/deliveries${query}`)).body).data;

describe('the webhooks in the dashboard', () => {
  test('are listed with their newest delivery and without their secrets', async () => {
    const { id, secret, ...shown } = await add();
    expect(await list()).toEqual([{ id, ...shown, lastDelivery: null }]);
    await giveEvent(owner.workspaceId, id, 'evt_one');
    await giveEvent(owner.workspaceId, id, 'evt_two');
    receivers.on('shop.dev', () => new Response(null, { status: 503 }));
    await ringDesk(id);
    const listed = await list(await invited(owner, 'member'));
    expect(listed).toMatchObject([
      { id, lastDelivery: { id: 'evt_two', state: 'pending', attempts: [{ status: 503, error: 'status' }] } },
    ]);
    expect(JSON.stringify(listed)).not.toContain(secret.slice('whsec_'.length));
  });

  test('are changed, rotated and deleted, and the audit trail names who did it', async () => {
    const { id, secret } = await add();
    const changed = await send('PUT', `/${id}`, { enabled: false });
    expect(shaped(webhookAnswer, changed.body).data).toMatchObject({ disabledReason: 'request' });
    const rotated = shaped(createdWebhookAnswer, (await send('POST', `/${id}/rotate-secret`)).body).data;
    expect(rotated.secret).not.toBe(secret);
    expect(Date.parse(rotated.previousSecretUntil ?? '') - Date.now()).toBe(24 * HOUR_MS);
    shaped(deletedWebhook, (await send('DELETE', `/${id}`)).body);
    expect(await list()).toEqual([]);
    const { body } = await owner.visitor.get(`/workspaces/${owner.workspaceId}/audit`);
    const trail = shaped(auditPage, body).data.filter(({ action }) => action.startsWith('webhook.'));
    expect(trail.map(({ action, actor }) => [action, actor])).toEqual(
      ['deleted', 'rotated', 'changed', 'created'].map((action) => [
        `webhook.${action}`,
        `person:${owner.personId}`,
      ]),
    );
  });
});

describe('a delivery in the dashboard', () => {
  test('is sent again', async () => {
    const { id } = await add();
    await giveEvent(owner.workspaceId, id, 'evt_one');
    await ringDesk(id);
    expect(await deliveries(id, '?state=succeeded')).toMatchObject([{ id: 'evt_one', state: 'succeeded' }]);
    const again = await send('POST', `/${id}/deliveries/evt_one/resend`);
    expect(shaped(deliveryAnswer, again.body).data).toMatchObject({ id: 'evt_one', state: 'pending' });
    await ringDesk(id);
    expect(receivers.sent.map((request) => request.id)).toEqual(['evt_one', 'evt_one']);
  });

  test('of a test event is sent to this webhook only', async () => {
    const [{ id }, other] = [await add(), await add()];
    const { body } = await send('POST', `/${id}/test`);
    const { id: eventId } = shaped(deliveryAnswer, body).data;
    await ringDesk(id);
    const [sent] = receivers.sent;
    expect(sent).toMatchObject({ id: eventId, url: WEBHOOK.url });
    expect(JSON.parse(sent?.body ?? '')).toEqual({
      type: 'webhook.test',
      timestamp: new Date().toISOString(),
      data: { webhookId: id },
    });
    expect(await deliveries(id)).toMatchObject([{ id: eventId, type: 'webhook.test', state: 'succeeded' }]);
    expect(await deliveries(other.id)).toEqual([]);
  });

  test('needs an enabled webhook', async () => {
    const { id } = await add();
    await send('PUT', `/${id}`, { enabled: false });
    expect((await send('POST', `/${id}/test`)).code).toBe('WEBHOOK_DISABLED');
    expect((await send('POST', `/${id}/deliveries/evt_one/resend`)).code).toBe('WEBHOOK_DISABLED');
    expect(await deliveries(id)).toEqual([]);
  });
});
