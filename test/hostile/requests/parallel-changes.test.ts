import { beforeAll, expect, test } from 'vitest';
import { send, Tenant } from '../../support/service-client.ts';

const ROUNDS = 20;

let tenant: Tenant;

beforeAll(async () => {
  tenant = await Tenant.create({ plan: 'growth' });
});

async function call(method: string, path: string, body?: object): Promise<Record<string, unknown>> {
  const { status, text } = await send(`/v1/webhooks${path}`, {
    method,
    headers: { 'X-API-Key': tenant.key, 'Content-Type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  expect([200, 201]).toContain(status);
  return JSON.parse(text).data;
}

const create = () =>
  call('POST', '', { url: 'https://example.com/events', events: ['file.deleted', 'job.failed'] });

test('a webhook that is disabled beside a change of its events stays disabled, with the new events', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const { id } = await create();
    await Promise.all([
      call('PUT', `/${String(id)}`, { enabled: false }),
      call('PUT', `/${String(id)}`, { events: ['batch.completed'] }),
      call('PUT', `/${String(id)}`, { url: 'https://example.com/other' }),
    ]);
    expect(await call('GET', `/${String(id)}`)).toMatchObject({
      enabled: false,
      events: ['batch.completed'],
      url: 'https://example.com/other',
    });
    await call('DELETE', `/${String(id)}`);
  }
});
