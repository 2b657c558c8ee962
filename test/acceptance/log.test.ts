import { readFile } from 'node:fs/promises';
import { expect, inject, test, vi } from 'vitest';
import { expectGenerated, expectRefusal, send, Tenant } from '../support/service-client.ts';

/** The line that the service logged for a request; it is written after the answer was sent. */
function logLineOf(requestId: string): Promise<string> {
  return vi.waitFor(
    async () => {
      const lines = (await readFile(inject('serviceLog'), 'utf8')).split('\n');
      const own = lines.filter((line) => line.includes('"event":"request"') && line.includes(requestId));
      expect(own).toHaveLength(1);
      return own[0] ?? '';
    },
    { timeout: 5_000 },
  );
}

test('each request is one structured line: who, what came of it, how long each phase took', async () => {
  const tenant = await Tenant.create();
  const { requestId, data } = expectGenerated(await tenant.generate({ htmlContent: '<p>x</p>' }));
  const entry = JSON.parse(await logLineOf(requestId));
  expect(entry).toMatchObject({
    requestId,
    workspaceId: tenant.workspaceId,
    keyId: tenant.keyId,
    status: 200,
    phases: { print: expect.any(Number), store: expect.any(Number), commit: expect.any(Number) },
  });
  expect(JSON.stringify(entry)).toContain(String(data.size));
});

test('a refusal is logged with its code', async () => {
  const tenant = await Tenant.create();
  const { requestId } = expectRefusal(await tenant.generate({}), 'VALIDATION_ERROR');
  expect(JSON.parse(await logLineOf(requestId))).toMatchObject({
    requestId,
    workspaceId: tenant.workspaceId,
    status: 400,
    code: 'VALIDATION_ERROR',
  });
});

test('no line holds content, a key or an address of a file', async () => {
  const tenant = await Tenant.create();
  const { requestId, data } = expectGenerated(
    await tenant.generate({
      htmlContent: '<p>Zitronenfalter {{name}}</p><script>console.error("Zitronenfalter")</script>',
      templateData: { name: 'Zitronenfalter' },
      filename: 'Zitronenfalter',
    }),
  );
  const downloads = await Promise.all([send(data.url), send(data.signedUrl)]);
  await Promise.all([
    logLineOf(requestId),
    ...downloads.map((answer) => logLineOf(answer.headers.get('x-request-id') ?? 'none')),
  ]);
  const log = await readFile(inject('serviceLog'), 'utf8');
  const secrets = [new URL(data.url), new URL(data.signedUrl)].map(
    ({ pathname, search }) => pathname + search,
  );
  for (const secret of ['Zitronenfalter', tenant.key, ...secrets]) expect(log).not.toContain(secret);
});
