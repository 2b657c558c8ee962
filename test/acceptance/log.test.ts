import { readFile } from 'node:fs/promises';
import { expect, inject, test } from 'vitest';
import { expectGenerated, send, Tenant } from '../support/service-client.ts';
import { eventually } from '../support/eventually.ts';

/** Waits for the log line of a request: the service writes it after it has sent the answer. */
function findLogLine(requestId: string): Promise<string> {
  return eventually(async () => {
    const lines = (await readFile(inject('serviceLog'), 'utf8')).split('\n');
    const own = lines.filter((line) => line.includes('"event":"request"') && line.includes(requestId));
    expect(own).toHaveLength(1);
    return own[0] ?? '';
  });
}

test('each request is one structured line with its workspace, its status and the time of each phase', async () => {
  const tenant = await Tenant.create();
  const { requestId, data } = expectGenerated(await tenant.generate({ htmlContent: '<p>x</p>' }));
  const entry = JSON.parse(await findLogLine(requestId));
  expect(entry).toMatchObject({
    requestId,
    workspaceId: tenant.workspaceId,
    keyId: tenant.keyId,
    status: 200,
    phases: { print: expect.any(Number), store: expect.any(Number), commit: expect.any(Number) },
  });
  expect(JSON.stringify(entry)).toContain(String(data.size));
});

test('no line contains content, a key or the address of a file', async () => {
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
    findLogLine(requestId),
    ...downloads.map((answer) => findLogLine(answer.headers.get('x-request-id') ?? 'none')),
  ]);
  const log = await readFile(inject('serviceLog'), 'utf8');
  const secrets = [new URL(data.url), new URL(data.signedUrl)].map(
    ({ pathname, search }) => pathname + search,
  );
  for (const secret of ['Zitronenfalter', tenant.key, ...secrets]) expect(log).not.toContain(secret);
});
