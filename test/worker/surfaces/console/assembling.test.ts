import { env } from 'cloudflare:test';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { madeFilesAnswer, splitPlanAnswer } from '../../../../schema/console/files.ts';
import { usageOverviewAnswer } from '../../../../schema/console/usage.ts';
import type { FileRecord } from '../../../../worker/objects/ledger/protocol.ts';
import { keepFile } from '../../support/kept-file.ts';
import { call, migrate, operate } from '../../support/service.ts';
import { shaped } from '../../support/shape.ts';
import { tinyPdf } from '../../../support/tiny-pdf.ts';
import { anotherWorkspace, type Insider, invited, setUpOwner } from '../../support/visitor.ts';

let owner: Insider;
let admin: Insider;
let member: Insider;
let stranger: Insider;
let first: FileRecord;
let second: FileRecord;

beforeAll(async () => {
  await migrate();
  owner = await setUpOwner();
  [admin, member, stranger] = await Promise.all([
    invited(owner, 'admin'),
    invited(owner, 'member'),
    anotherWorkspace(owner),
  ]);
  first = await keep('first.pdf');
  second = await keep('second.pdf');
});

beforeEach(() => setQuota(0));

const keep = (filename: string, bytes: Uint8Array = tinyPdf(filename), who = owner): Promise<FileRecord> =>
  keepFile(who.workspaceId, { filename }, bytes);

const setQuota = (quotaUsed: number) => operate('PATCH', `/workspaces/${owner.workspaceId}`, { quotaUsed });

const quotaUsed = async (): Promise<number> =>
  (await env.LEDGER.getByName(owner.workspaceId).account('free')).quotaUsed;

const post = (path: string, body: unknown, who = admin, headers: Record<string, string> = {}) =>
  who.visitor.send('POST', `/workspaces/${owner.workspaceId}/files/${path}`, body, headers);

const both = () => ({ entries: [{ fileId: first.fileId }, { fileId: second.fileId }] });

async function make(path: string, body: unknown, headers?: Record<string, string>) {
  const answer = await post(path, body, admin, headers);
  expect(answer.body).toMatchObject({ success: true });
  return shaped(madeFilesAnswer, answer.body).data;
}

const listed = async (): Promise<string[]> => {
  const { files } = await env.LEDGER.getByName(owner.workspaceId).listFiles({ limit: 100 });
  return files.map(({ fileId }) => fileId);
};

/** A failed request leaves no file, no charge and no entry in the trail. */
async function expectRefusal(answer: Awaited<ReturnType<typeof post>>, code: string, before: string[]) {
  expect(answer.code).toBe(code);
  expect(await listed()).toEqual(before);
  return answer.body.error as { details?: string[] };
}

const trail = async (): Promise<unknown[]> =>
  (await owner.visitor.get(`/workspaces/${owner.workspaceId}/audit`)).body.data as unknown[];

describe('a merge in the dashboard', () => {
  test('makes one live file, spends one credit, and is in the audit trail with its person', async () => {
    const { files, remaining } = await make('merge', {
      ...both(),
      filename: 'all.pdf',
    });
    expect(files).toMatchObject([{ filename: 'all.pdf', environment: 'live', mediaType: 'application/pdf' }]);
    expect([await quotaUsed(), remaining]).toEqual([1, 99]);
    const { pathname, search } = new URL(files[0]?.signedUrl ?? '');
    const bytes = await (await call(`${pathname}${search}`)).bytes();
    expect(new TextDecoder().decode(bytes.subarray(0, 5))).toBe('%PDF-');
    expect((await trail())[0]).toMatchObject({
      actor: `person:${admin.personId}`,
      action: 'file.merged',
      subject: files[0]?.fileId,
      detail: { name: 'all.pdf' },
    });
    const usage = await owner.visitor.get(`/workspaces/${owner.workspaceId}/usage`);
    expect(shaped(usageOverviewAnswer, usage.body).data.byKey).toContainEqual({
      keyId: admin.personId,
      name: 'The admin',
      files: 1,
    });
  });

  test('that is repeated with its key is made, charged and recorded once', async () => {
    const key = { 'Idempotency-Key': 'merge-1' };
    const made = await make('merge', both(), key);
    const entries = await trail();
    expect((await make('merge', both(), key)).files[0]?.fileId).toBe(made.files[0]?.fileId);
    expect(await quotaUsed()).toBe(1);
    expect(await trail()).toEqual(entries);
    const other = { ...both(), filename: 'other' };
    expect((await post('merge', other, admin, key)).code).toBe('IDEMPOTENCY_CONFLICT');
  });

  test('names the entries that are deleted, of another workspace, pictures or encrypted, and costs nothing', async () => {
    const theirs = await keep('theirs.pdf', tinyPdf('theirs'), stranger);
    const picture = await keepFile(owner.workspaceId, { filename: 'photo.png', mediaType: 'image/png' });
    const text = new TextDecoder().decode(tinyPdf('secret')).replace('/Root', '/Encrypt 9 0 R\n/Root');
    const locked = await keep('locked.pdf', new TextEncoder().encode(text));
    const gone = await keep('gone.pdf');
    await owner.visitor.send('DELETE', `/workspaces/${owner.workspaceId}/files/${gone.fileId}`);
    const [used, before] = [await quotaUsed(), await listed()];
    const refused = async (file: FileRecord, code: string) => {
      const entries = [{ fileId: first.fileId }, { fileId: file.fileId }];
      return (await expectRefusal(await post('merge', { entries }), code, before)).details;
    };
    const unknown = ['entries[1].fileId: does not exist, or its retention has ended'];
    expect(await refused(theirs, 'FILE_NOT_FOUND')).toEqual(unknown);
    expect(await refused(gone, 'FILE_NOT_FOUND')).toEqual(unknown);
    expect(await refused(picture, 'VALIDATION_ERROR')).toEqual(['entries[1].fileId: is not a PDF']);
    expect(await refused(locked, 'VALIDATION_ERROR')).toEqual([
      expect.stringMatching(/^entries\[1\]\.fileId: is encrypted/),
    ]);
    expect(await quotaUsed()).toBe(used);
  });

  test.each([
    ['entries: must have 2 or more entries', { entries: [{ fileId: 'file_1' }] }],
    [
      'entries[1].bookmark: must have 1 character or more',
      { entries: [{ fileId: 'a' }, { fileId: 'b', bookmark: '' }] },
    ],
    ['entries[0].fileId: is required', { entries: [{ htmlContent: 'x' }, { fileId: 'b' }] }],
    [
      'filename: must have 1 to 255 characters',
      { entries: [{ fileId: 'a' }, { fileId: 'b' }], filename: ' ' },
    ],
  ])('has its fields checked: %s', async (problem, body) => {
    const { body: answer } = await post('merge', body);
    expect(answer.error).toMatchObject({
      code: 'VALIDATION_ERROR',
      details: expect.arrayContaining([problem]),
    });
  });

  test('needs a credit', async () => {
    await setQuota(100);
    await expectRefusal(await post('merge', both()), 'NO_CREDITS_AVAILABLE', await listed());
  });
});

describe('a split in the dashboard', () => {
  let whole: string;
  beforeAll(async () => {
    await setQuota(0);
    const { files } = await make('merge', {
      entries: [...both().entries, { fileId: first.fileId }],
      filename: 'whole',
    });
    whole = files[0]?.fileId ?? '';
  });

  test('is planned without a charge, with the pages of each file', async () => {
    const plan = async (mode: object) =>
      shaped(splitPlanAnswer, (await post('split/plan', { fileId: whole, ...mode })).body).data;
    expect(await plan({})).toEqual({ pageCount: 3, bookmarkCount: 3, excerpts: [] });
    expect((await plan({ everyPages: 2 })).excerpts).toEqual(['1-2', '3']);
    expect((await plan({ bookmarks: true })).excerpts).toEqual(['1', '2', '3']);
    expect((await plan({ ranges: ['1,3'] })).excerpts).toEqual(['1,3']);
    expect(await quotaUsed()).toBe(0);
  });

  test('makes its files, spends a credit for each, and is in the audit trail', async () => {
    const { files } = await make('split', { fileId: whole, everyPages: 2, filename: 'part' });
    expect(files.map(({ filename }) => filename)).toEqual(['part-1.pdf', 'part-2.pdf']);
    expect(await quotaUsed()).toBe(2);
    expect((await trail())[0]).toMatchObject({
      actor: `person:${admin.personId}`,
      action: 'file.split',
      subject: whole,
      detail: { files: 2 },
    });
  });

  test.each(['split', 'split/plan'])('names what is wrong in a %s, and costs nothing', async (path) => {
    const before = await listed();
    const refused = async (mode: object, fileId = whole) =>
      (await post(path, { fileId, ...mode })).body.error as { code: string; details: string[] };
    expect((await refused({ ranges: ['1', '2-9'] })).details).toEqual([
      expect.stringMatching(/^ranges\[1\]: .*past the end/),
    ]);
    expect((await refused({ ranges: ['1', 'one'] })).details).toEqual([
      expect.stringMatching(/^ranges\[1\]: must be/),
    ]);
    expect((await refused({ everyPages: 0 })).details).toEqual(['everyPages: must be 1 or more']);
    expect((await refused({ everyPages: 1 }, 'file_1')).code).toBe('FILE_NOT_FOUND');
    const theirs = await keep('theirs.pdf', tinyPdf('theirs'), stranger);
    expect((await refused({ everyPages: 1 }, theirs.fileId)).code).toBe('FILE_NOT_FOUND');
    expect((await refused({ bookmarks: true }, first.fileId)).details).toEqual([
      'bookmarks: the file has none',
    ]);
    expect([await quotaUsed(), await listed()]).toEqual([0, before]);
  });

  test('needs a way to split, and a credit for each of its files', async () => {
    expect((await post('split', { fileId: whole })).code).toBe('VALIDATION_ERROR');
    await setQuota(98);
    await expectRefusal(
      await post('split', { fileId: whole, everyPages: 1 }),
      'NO_CREDITS_AVAILABLE',
      await listed(),
    );
    expect(await quotaUsed()).toBe(98);
  });
});

test.each(['merge', 'split', 'split/plan'])(
  '%s is for admins, and for strangers the workspace does not exist',
  async (path) => {
    const body = path === 'merge' ? both() : { fileId: first.fileId, everyPages: 1 };
    expect((await post(path, body, member)).code).toBe('INSUFFICIENT_ROLE');
    expect((await post(path, body, stranger)).code).toBe('WORKSPACE_NOT_FOUND');
    expect(await quotaUsed()).toBe(0);
  },
);

test('a request and its error are counted in the workspace, as those with a key are', async () => {
  const counts = async () => {
    const { body } = await owner.visitor.get(`/workspaces/${owner.workspaceId}/usage`);
    const { days, byErrorCode } = shaped(usageOverviewAnswer, body).data;
    const missing = byErrorCode.find(({ code }) => code === 'FILE_NOT_FOUND')?.count ?? 0;
    return { requests: days.reduce((sum, { requests }) => sum + requests, 0), missing };
  };
  const before = await counts();
  await make('merge', both());
  await post('merge', { entries: [{ fileId: 'file_1' }, { fileId: 'file_2' }] });
  const { requests, missing } = await counts();
  expect([requests - before.requests, missing - before.missing]).toEqual([2, 1]);
});
