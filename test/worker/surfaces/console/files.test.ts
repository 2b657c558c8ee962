import { env } from 'cloudflare:test';
import { beforeAll, describe, expect, test } from 'vitest';
import { deletedFile, filePage } from '../../../../schema/api/files.ts';
import { keepFile } from '../../support/kept-file.ts';
import { migrate } from '../../support/service.ts';
import { shaped } from '../../support/shape.ts';
import { type Insider, invited, setUpOwner } from '../../support/visitor.ts';

let owner: Insider;
let member: Insider;

beforeAll(async () => {
  await migrate();
  owner = await setUpOwner();
  member = await invited(owner, 'member');
});

const send = (method: string, path: string, who = owner) =>
  who.visitor.send(method, `/workspaces/${who.workspaceId}/files${path}`);

const list = async (query = '', who = owner) => shaped(filePage, (await send('GET', query, who)).body);

describe('the files in the dashboard', () => {
  test('are listed newest first, page by page, for a member too', async () => {
    const now = Date.now();
    const ids: string[] = [];
    for (const at of [3, 2, 1]) {
      const file = await keepFile(owner.workspaceId, { createdAt: now - at * 1_000 });
      ids.unshift(file.fileId);
    }
    const first = await list('?limit=2', member);
    const second = await list(`?limit=2&cursor=${first.nextCursor}`, member);
    expect([...first.data, ...second.data].map(({ fileId }) => fileId)).toEqual(ids);
    expect(second.nextCursor).toBeNull();
  });
});

describe('a file in the dashboard', () => {
  test('that is deleted is gone at once, with its object', async () => {
    const { fileId } = await keepFile(owner.workspaceId);
    const { body } = await send('DELETE', `/${fileId}`);
    expect(shaped(deletedFile, body).data).toEqual({ fileId, deleted: true });
    expect(await env.FILES.head(`pdf/${fileId}`)).toBeNull();
    expect((await send('GET', `/${fileId}`)).code).toBe('FILE_NOT_FOUND');
    expect((await send('DELETE', `/${fileId}`)).code).toBe('FILE_NOT_FOUND');
  });

  test('is not deleted by a member', async () => {
    const { fileId } = await keepFile(owner.workspaceId);
    expect((await send('DELETE', `/${fileId}`, member)).code).toBe('INSUFFICIENT_ROLE');
    expect((await send('GET', `/${fileId}`)).status).toBe(200);
  });
});
