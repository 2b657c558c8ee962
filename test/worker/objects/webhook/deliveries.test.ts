import { env, evictDurableObject, runInDurableObject } from 'cloudflare:test';
import { Webhook } from 'standardwebhooks';
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { verifyWebhook, WebhookVerificationError } from '../../../../packages/client/src/verify-webhook.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../support/ledger.ts';
import { migrate } from '../../support/service.ts';
import { giveEvent, Receivers, ringDesk, type Sent, WebhookTenant } from '../../support/webhooks.ts';
import { variation } from '../../../support/thorough.ts';

let tenant: WebhookTenant;
let receivers: Receivers;

beforeAll(migrate);

beforeEach(async () => {
  tenant = await WebhookTenant.create();
  receivers = new Receivers();
});

afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

/** A webhook with an event that its receiver answers with these statuses, and with the last one from then on. */
async function sendTo(...answers: (number | Response)[]) {
  const { id, secret } = await tenant.add();
  let last = answers[0] ?? 204;
  receivers.on('shop.dev', () => {
    last = answers.shift() ?? last;
    return last instanceof Response ? last : new Response(null, { status: last });
  });
  await giveEvent(tenant.workspaceId, id, 'evt_one');
  await ringDesk(id);
  return { id, secret };
}

/** Moves the clock to the next attempt and makes it. */
async function nextAttempt(id: string): Promise<void> {
  const [delivery] = await tenant.deliveries(id);
  vi.setSystemTime(Date.parse(delivery?.nextAttemptAt ?? ''));
  await ringDesk(id);
}

/** Checks a request with the library of Standard Webhooks and with our client. */
async function verify(secret: string, { body, headers }: Sent): Promise<void> {
  const event = new Webhook(secret).verify(body, headers);
  expect(await verifyWebhook({ body, headers, secret })).toEqual(event);
  expect(event).toMatchObject({ type: 'file.deleted' });
}

/** Expects that both reject the request. */
async function expectRejected(secret: string, sent: Sent, reason: string): Promise<void> {
  expect(() => new Webhook(secret).verify(sent.body, sent.headers)).toThrow(reason);
  await expect(verifyWebhook({ ...sent, secret })).rejects.toBeInstanceOf(WebhookVerificationError);
}

describe('a delivery', () => {
  test('is a signed POST that the Standard Webhooks library accepts', async () => {
    const { id, secret } = await sendTo(204);
    const sent = receivers.request(0);
    expect(sent).toMatchObject({
      url: 'https://shop.dev/events',
      id: 'evt_one',
      timestamp: Math.floor(Date.now() / 1_000),
      headers: { 'content-type': 'application/json', 'user-agent': 'Platen-Webhooks/1' },
    });
    await verify(secret, sent);
    expect(await tenant.deliveries(id)).toMatchObject([
      { id: 'evt_one', state: 'succeeded', nextAttemptAt: null, attempts: [{ status: 204, error: null }] },
    ]);
  });

  test('is made ten times over three days, each time with the same id and body and a signature of its own', async () => {
    const { id, secret } = await sendTo(500);
    const startedAt = Date.now();
    for (let number = 2; number <= 10; number += 1) await nextAttempt(id);
    expect(receivers.sent).toHaveLength(10);
    expect(new Set(receivers.sent.map(({ id: eventId, body }) => `${eventId} ${body}`)).size).toBe(1);
    expect(new Set(receivers.sent.map(({ headers }) => headers['webhook-signature'])).size).toBe(10);
    const delays = [
      5 * SECOND_MS,
      5 * MINUTE_MS,
      30 * MINUTE_MS,
      ...[2, 5, 10, 14, 20, 24].map((h) => h * HOUR_MS),
    ];
    const [delivery] = await tenant.deliveries(id);
    const times = delivery?.attempts.map(({ at }) => Date.parse(at)) ?? [];
    for (const [index, delay] of delays.entries()) {
      const waited = (times[index + 1] ?? 0) - (times[index] ?? 0);
      expect(waited / delay, `the wait before attempt ${index + 2}`).toBeGreaterThanOrEqual(0.9);
      expect(waited / delay, `the wait before attempt ${index + 2}`).toBeLessThanOrEqual(1.1);
    }
    expect((times[9] ?? 0) - startedAt).toBeGreaterThan(2.8 * DAY_MS);
    expect(delivery).toMatchObject({ state: 'failed', nextAttemptAt: null });
    // The library compares the timestamp with the clock, which stands at the last attempt.
    vi.setSystemTime(times[4] ?? 0);
    await verify(secret, receivers.request(4));
    expect(await ringDesk(id)).toBe(true);
    expect(receivers.sent).toHaveLength(10);
  });

  test('ends with the first answer of 2xx', async () => {
    const { id } = await sendTo(500, 302, 404, 299);
    for (let number = 2; number <= 4; number += 1) await nextAttempt(id);
    expect(await tenant.deliveries(id)).toMatchObject([
      {
        state: 'succeeded',
        attempts: [
          { status: 500, error: 'status' },
          { status: 302, error: 'redirect' },
          { status: 404, error: 'status' },
          { status: 299, error: null },
        ],
      },
    ]);
  });

  test('does not follow a redirect', async () => {
    await sendTo(new Response(null, { status: 307, headers: { Location: 'https://elsewhere.dev/' } }));
    expect(receivers.sent.map(({ url }) => url)).toEqual(['https://shop.dev/events']);
  });

  test('waits as long as Retry-After asks, and at most a day', async () => {
    const after = (seconds: string) =>
      new Response(null, { status: 503, headers: { 'Retry-After': seconds } });
    const { id } = await sendTo(after('3600'), after('99999999'));
    const [first] = await tenant.deliveries(id);
    expect(first?.nextAttemptAt).toBe(new Date(Date.now() + HOUR_MS).toISOString());
    await nextAttempt(id);
    const [second] = await tenant.deliveries(id);
    expect(second?.nextAttemptAt).toBe(new Date(Date.now() + DAY_MS).toISOString());
  });

  test('does not read the body of the answer', async () => {
    let pulled = 0;
    const endless = new ReadableStream({
      pull: (controller) => {
        pulled += 1;
        controller.enqueue(new Uint8Array(1_000));
      },
    });
    const { id } = await sendTo(new Response(endless, { status: 200 }));
    expect(await tenant.deliveries(id)).toMatchObject([{ state: 'succeeded' }]);
    expect(pulled).toBeLessThan(5);
  });

  test('fails if nobody answers, and if the connection breaks', async () => {
    const { id } = await tenant.add();
    receivers.on('shop.dev', () => {
      throw receivers.sent.length === 1 ? new DOMException('late', 'TimeoutError') : new TypeError('refused');
    });
    await giveEvent(tenant.workspaceId, id, 'evt_one');
    await ringDesk(id);
    await nextAttempt(id);
    expect(await tenant.deliveries(id)).toMatchObject([
      {
        state: 'pending',
        attempts: [
          { status: null, error: 'timeout' },
          { status: null, error: 'connection_failed' },
        ],
      },
    ]);
  });

  test('is not sent if the address is not public at that moment', async () => {
    const { id } = await tenant.add();
    await env.DB.prepare("UPDATE webhooks SET url = 'https://10.0.0.1/' WHERE id = ?").bind(id).run();
    await giveEvent(tenant.workspaceId, id, 'evt_one');
    await ringDesk(id);
    expect(receivers.sent).toEqual([]);
    expect(await tenant.deliveries(id)).toMatchObject([
      { state: 'pending', attempts: [{ status: null, error: 'address_refused' }] },
    ]);
  });

  test('fails with a reason if no key of the installation opens the secret', async () => {
    const { id } = await tenant.add();
    await env.DB.prepare("UPDATE webhooks SET secret = 'gone.AAAA.AAAA' WHERE id = ?").bind(id).run();
    await giveEvent(tenant.workspaceId, id, 'evt_one');
    await ringDesk(id);
    expect(await tenant.deliveries(id)).toMatchObject([{ attempts: [{ error: 'secret_unreadable' }] }]);
  });

  test('is kept once, also if it is given twice', async () => {
    const { id } = await sendTo(204);
    await giveEvent(tenant.workspaceId, id, 'evt_one');
    await ringDesk(id);
    expect(receivers.sent).toHaveLength(1);
    expect(await tenant.deliveries(id)).toHaveLength(1);
  });

  test('continues after its desk was evicted in the middle of an attempt', async () => {
    const { id } = await tenant.add();
    const answered = Promise.withResolvers<Response>();
    receivers.on('shop.dev', () => (receivers.sent.length === 1 ? answered.promise : new Response()));
    await giveEvent(tenant.workspaceId, id, 'evt_one');
    const ringing = ringDesk(id);
    await expect.poll(() => receivers.sent.length).toBe(1);
    expect(await tenant.deliveries(id)).toMatchObject([{ attempts: [{ status: null, durationMs: null }] }]);
    answered.resolve(new Response(null, { status: 500 }));
    await ringing;
    // As if the process had died before the answer was recorded.
    await runInDurableObject(env.WEBHOOK_DESK.getByName(id), (_, { storage }) => {
      storage.sql.exec('UPDATE attempts SET status = NULL, error = NULL, duration_ms = NULL');
      storage.sql.exec('UPDATE deliveries SET due_at = ?', Date.now() + MINUTE_MS);
    });
    await evictDurableObject(env.WEBHOOK_DESK.getByName(id));
    await nextAttempt(id);
    expect(await tenant.deliveries(id)).toMatchObject([
      { state: 'succeeded', attempts: [{ status: null, error: null }, { status: 200 }] },
    ]);
  });

  test('is kept for seven days after it ended', async () => {
    const { id } = await sendTo(204);
    vi.setSystemTime(Date.now() + 7 * DAY_MS - 1);
    await ringDesk(id);
    expect(await tenant.deliveries(id)).toHaveLength(1);
    vi.setSystemTime(Date.now() + 1);
    await ringDesk(id);
    expect(await tenant.deliveries(id)).toEqual([]);
    const alarm = await runInDurableObject(env.WEBHOOK_DESK.getByName(id), (_, { storage }) =>
      storage.getAlarm(),
    );
    expect(alarm).toBeNull();
  });
});

describe('a receiver that answers 410', () => {
  test('gets nothing more: its webhook is disabled, and what was pending ends', async () => {
    const { id } = await tenant.add();
    receivers.on(
      'shop.dev',
      ({ id: eventId }) => new Response(null, { status: eventId === 'evt_one' ? 500 : 410 }),
    );
    await giveEvent(tenant.workspaceId, id, 'evt_one');
    await ringDesk(id);
    await giveEvent(tenant.workspaceId, id, 'evt_two');
    await ringDesk(id);
    expect(await tenant.read(id)).toMatchObject({ enabled: false, disabledReason: 'gone' });
    expect(await tenant.deliveries(id)).toMatchObject([
      { id: 'evt_two', state: 'failed', nextAttemptAt: null, attempts: [{ status: 410 }] },
      { id: 'evt_one', state: 'failed', nextAttemptAt: null },
    ]);
    const again = await tenant.call('POST', `/${id}/deliveries/evt_two/resend`);
    expect(again).toMatchObject({ status: 409, body: { error: { code: 'WEBHOOK_DISABLED' } } });
    await tenant.call('PUT', `/${id}`, { enabled: true });
    expect(await tenant.read(id)).toMatchObject({ enabled: true, disabledReason: null });
  });

  test('stays enabled if its address was changed in the meantime', async () => {
    const { id } = await tenant.add();
    receivers.on('shop.dev', async () => {
      await tenant.call('PUT', `/${id}`, { url: 'https://new.dev/events' });
      return new Response(null, { status: 410 });
    });
    await giveEvent(tenant.workspaceId, id, 'evt_one');
    await ringDesk(id);
    expect(await tenant.read(id)).toMatchObject({ enabled: true, url: 'https://new.dev/events' });
    expect(await tenant.deliveries(id)).toMatchObject([{ state: 'pending' }]);
  });
});

describe('a receiver that hangs', () => {
  test('gets four requests at a time, and delays no other receiver', async () => {
    const [hanging, other] = [await tenant.add('hanging.dev'), await tenant.add('other.dev')];
    const released = Promise.withResolvers<void>();
    receivers.on('hanging.dev', async () => {
      await released.promise;
      return new Response();
    });
    for (let number = 0; number < 6; number += 1) {
      await giveEvent(tenant.workspaceId, hanging.id, `evt_${number}`);
    }
    const ringing = ringDesk(hanging.id);
    await expect.poll(() => receivers.at('hanging.dev').length).toBe(4);
    await giveEvent(tenant.workspaceId, other.id, 'evt_one');
    await ringDesk(other.id);
    expect(await tenant.deliveries(other.id)).toMatchObject([{ state: 'succeeded' }]);
    expect(receivers.at('hanging.dev')).toHaveLength(4);
    released.resolve();
    await ringing;
    expect(receivers.at('hanging.dev')).toHaveLength(6);
  });
});

describe('a receiver that is slow', () => {
  test('gets an event that arrives meanwhile at once, four requests at a time', async () => {
    const { id } = await tenant.add('slow.dev');
    const released = Promise.withResolvers<void>();
    receivers.on('slow.dev', async () => {
      await released.promise;
      return new Response();
    });
    await giveEvent(tenant.workspaceId, id, 'evt_0');
    const ringing = ringDesk(id);
    await expect.poll(() => receivers.at('slow.dev').length).toBe(1);
    for (let number = 1; number < 9; number += 1) {
      await giveEvent(tenant.workspaceId, id, `evt_${number}`);
      await expect.poll(() => receivers.at('slow.dev').length).toBe(Math.min(number + 1, 4));
    }
    released.resolve();
    await ringing;
    expect(receivers.at('slow.dev').map((sent) => sent.id)).toEqual(
      Array.from({ length: 9 }, (_, number) => `evt_${number}`),
    );
  });
});

describe('a secret that was rotated', () => {
  test('is one of two that sign, if two requests rotate it at the same time', async () => {
    const { id, secret: old } = await sendTo(204);
    const rotations = await Promise.all([1, 2].map(() => tenant.call('POST', `/${id}/rotate-secret`)));
    await giveEvent(tenant.workspaceId, id, 'evt_two');
    await ringDesk(id);
    for (const { body } of rotations) {
      const { secret } = body.data as { secret: string };
      await verify(secret, receivers.request(1));
    }
    await expectRejected(old, receivers.request(1), 'No matching signature');
  });

  test('signs beside the new one for 24 hours, and not after that', async () => {
    const { id, secret: old } = await sendTo(204);
    const { body } = await tenant.call('POST', `/${id}/rotate-secret`);
    const { secret } = body.data as { secret: string };
    expect(secret).not.toBe(old);
    vi.setSystemTime(Date.now() + DAY_MS - MINUTE_MS);
    await giveEvent(tenant.workspaceId, id, 'evt_two');
    await ringDesk(id);
    const during = receivers.request(1);
    expect(during.headers['webhook-signature']?.split(' ')).toHaveLength(2);
    await verify(old, during);
    await verify(secret, during);

    vi.setSystemTime(Date.now() + MINUTE_MS);
    await giveEvent(tenant.workspaceId, id, 'evt_three');
    await ringDesk(id);
    const after = receivers.request(2);
    await verify(secret, after);
    await expectRejected(old, after, 'No matching signature');
  });

  test('rejects a changed body and an old timestamp', async () => {
    const { secret } = await sendTo(204);
    const sent = receivers.request(0);
    const changed = { ...sent, body: sent.body.replace('file', 'File') };
    await expectRejected(secret, changed, 'No matching signature');
    vi.setSystemTime(sent.timestamp * 1_000 + 301_000);
    await expectRejected(secret, sent, 'too old');
  });
});

describe('a delivery that is sent again by hand', () => {
  test('is sent at once, also if it has succeeded', async () => {
    const { id } = await sendTo(204);
    const again = await tenant.call('POST', `/${id}/deliveries/evt_one/resend`);
    expect(again).toMatchObject({ status: 200, body: { data: { state: 'pending' } } });
    await ringDesk(id);
    expect(receivers.sent.map((sent) => sent.id)).toEqual(['evt_one', 'evt_one']);
    expect(await tenant.deliveries(id)).toMatchObject([{ state: 'succeeded', attempts: [{}, {}] }]);
  });

  variation('gets ten attempts, and its last thirty are listed', async () => {
    const { id } = await sendTo(500);
    // As if it had been sent again twice before.
    await runInDurableObject(env.WEBHOOK_DESK.getByName(id), (_, { storage }) => {
      storage.sql.exec(
        "UPDATE deliveries SET attempts = 30, state = 'failed', due_at = NULL, ended_at = created_at",
      );
      storage.sql.exec(
        `WITH RECURSIVE numbers (n) AS (SELECT 2 UNION ALL SELECT n + 1 FROM numbers WHERE n < 30)
         INSERT INTO attempts SELECT event_id, n, started_at, duration_ms, status, error FROM attempts, numbers`,
      );
    });
    await tenant.call('POST', `/${id}/deliveries/evt_one/resend`);
    await ringDesk(id);
    for (let number = 2; number <= 10; number += 1) await nextAttempt(id);
    expect(receivers.sent).toHaveLength(1 + 10);
    const [delivery] = await tenant.deliveries(id, '?state=failed');
    expect(delivery?.attempts).toHaveLength(30);
    // Each of the ten has a time of its own. The twenty before have the time of the first: the clock stood still.
    expect(new Set(delivery?.attempts.map(({ at }) => at)).size).toBe(10);
  });

  test('is not found if it does not exist', async () => {
    const { id } = await tenant.add();
    const answer = await tenant.call('POST', `/${id}/deliveries/evt_none/resend`);
    expect(answer).toMatchObject({ status: 404, body: { error: { code: 'DELIVERY_NOT_FOUND' } } });
  });
});

variation('more than 10,000 pending deliveries are recorded as failed, without an attempt', async () => {
  const { id } = await sendTo(500);
  await runInDurableObject(env.WEBHOOK_DESK.getByName(id), (_, { storage }) => {
    storage.sql.exec(
      `WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 9999)
       INSERT INTO deliveries (event_id, type, body, state, attempts, first_attempt, created_at, due_at)
       SELECT 'evt_' || n, 'file.deleted', '{}', 'pending', 0, 0, ?1, ?1 + 86400000 FROM numbers`,
      Date.now(),
    );
  });
  await giveEvent(tenant.workspaceId, id, 'evt_last');
  const { body } = await tenant.call('GET', `/${id}/deliveries?limit=2`);
  expect(body.data).toMatchObject([
    { id: 'evt_last', state: 'failed', attempts: [] },
    { id: 'evt_9999', state: 'pending' },
  ]);
  const next = await tenant.deliveries(id, `?limit=1&cursor=${String(body.nextCursor)}`);
  expect(next).toMatchObject([{ id: 'evt_9998' }]);
});
