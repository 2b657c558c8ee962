import { env } from 'cloudflare:test';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { type Env, readVariables } from '../../../../worker/env.ts';
import { fileRecord } from '../../support/file-record.ts';
import { call, codeOf, migrate, newKey, newWorkspace } from '../../support/service.ts';
import { Visitor } from '../../support/visitor.ts';

beforeAll(migrate);

describe('an installation without its address', () => {
  const deployed: Env = { ...env, LOCAL_DEVELOPMENT: 'false' };

  test('returns an internal error, and the log names the variable', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => {});
    const response = await call('/v1/openapi.json', {}, deployed);
    expect([response.status, await codeOf(response)]).toEqual([500, 'INTERNAL_ERROR']);
    expect(log.mock.calls.flat().join()).toContain('PUBLIC_URL: is required');
    log.mockRestore();
  });

  test.each(['pdf.example.com', 'ftp://pdf.example.com', ''])('%j is no address', (PUBLIC_URL) => {
    expect(() => readVariables({ ...deployed, PUBLIC_URL })).toThrow('PUBLIC_URL');
  });
});

describe('a forged Host', () => {
  const deployed: Env = { ...env, LOCAL_DEVELOPMENT: 'false', PUBLIC_URL: 'https://pdf.example.com/' };
  const forged = { 'X-Forwarded-Host': 'evil.example', Forwarded: 'host=evil.example' };

  test('is in no link of the API', async () => {
    const workspaceId = await newWorkspace();
    const { value } = await newKey(workspaceId, { permissions: ['pdf.read'] });
    const file = fileRecord();
    const ledger = env.LEDGER.getByName(workspaceId);
    const { fileId, environment } = file;
    const reservation = { fileId, environment, deadline: Date.now() + 60_000 };
    await ledger.admit({ keyId: file.keyId, plan: 'starter', reservation });
    await ledger.commit(file, 'starter');
    const headers = { ...forged, 'X-API-Key': value };
    const bodies = await Promise.all(
      ['/v1/openapi.json', '/v1/files', `/v1/files/${fileId}`].map(async (path) =>
        (await call(path, { headers }, deployed)).text(),
      ),
    );
    for (const body of bodies) {
      expect(body).toContain('"https://pdf.example.com');
      expect(body).not.toMatch(/platen\.test|evil\.example/);
    }
  });

  test('is not an origin from which the dashboard takes changes', async () => {
    const visitor = new Visitor(deployed);
    const from = (origin: string) =>
      visitor.send('POST', '/auth/sign-out', {}, { ...forged, Origin: origin });
    expect((await from('https://platen.test')).code).toBe('ORIGIN_REFUSED');
    expect((await from('https://evil.example')).code).toBe('ORIGIN_REFUSED');
    expect((await from('https://pdf.example.com')).status).toBe(200);
  });
});
