import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { describe, expect, test } from 'vitest';
import { assemble, expectSplit, printPages } from '../support/assembling.ts';
import { ASYNC, expectAccepted, jobIn } from '../support/jobs.ts';
import { inspectPdf } from '../support/pdf.ts';
import { expectGenerated, expectRefusal, operator, send, Tenant } from '../support/service-client.ts';
import { variation } from '../support/thorough.ts';

const textsAt = async (url: string): Promise<string[]> =>
  (await inspectPdf((await send(url)).bytes)).pages.map(({ text }) => text);

const countFiles = async (tenant: Tenant): Promise<number> =>
  JSON.parse((await send('/v1/files', { headers: { 'X-API-Key': tenant.key } })).text).data.length;

describe('a merge', () => {
  test('has the pages of files and of prints in their order, and numbers them across the whole', async () => {
    const tenant = await Tenant.create();
    const one = await printPages(tenant, 'one', 2);
    const answer = await assemble(tenant, 'merge', {
      entries: [
        { htmlContent: '<h1>Cover for {{who}}</h1>', templateData: { who: 'Ada' }, bookmark: 'Cover' },
        { fileId: one.fileId },
      ],
      filename: 'all',
      options: {
        footer: {
          content: 'Page <span class="pageNumber"></span> of <span class="totalPages"></span>',
        },
      },
    });
    const { data, usage } = expectGenerated(answer);
    expect(data.filename).toBe('all.pdf');
    // The entry that was printed is no file, and costs nothing of its own.
    expect(usage.quotaUsed).toBe(2);
    expect(await countFiles(tenant)).toBe(2);
    expect(await textsAt(data.url)).toEqual([
      expect.stringMatching(/^Cover for Ada ?Page 1 of 3$/),
      expect.stringMatching(/^one 1 ?Page 2 of 3$/),
      expect.stringMatching(/^one 2 ?Page 3 of 3$/),
    ]);
    expect(await textsAt(one.url)).toEqual(['one 1', 'one 2']);
  });

  variation('with the same idempotency key is made once, and another body is a conflict', async () => {
    const tenant = await Tenant.create();
    const { fileId } = await printPages(tenant, 'one', 1);
    const body = { entries: [{ fileId }, { fileId }] };
    const key = { 'Idempotency-Key': 'merge-1' };
    const first = expectGenerated(await assemble(tenant, 'merge', body, key));
    const again = await assemble(tenant, 'merge', body, key);
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    expect(expectGenerated(again)).toMatchObject({ data: first.data, usage: { quotaUsed: 2 } });
    expectRefusal(await assemble(tenant, 'split', { fileId, everyPages: 1 }, key), 'IDEMPOTENCY_CONFLICT');
  });

  test('of a test key is marked on every page, and spends nothing', async () => {
    const tenant = await Tenant.create({ plan: 'starter' });
    const live = await printPages(tenant, 'live', 1);
    const { id, key } = await operator().createKey({
      workspaceId: tenant.workspaceId,
      name: 'test',
      environment: 'test',
      permissions: ['pdf.generate', 'pdf.read'],
    });
    const tester = new Tenant(tenant.workspaceId, id, key);
    const marked = await printPages(tester, 'test', 1);
    const body = { entries: [{ fileId: live.fileId }, { fileId: marked.fileId }, { htmlContent: 'print' }] };
    const merged = expectGenerated(await assemble(tester, 'merge', body));
    expect(merged.usage.quotaUsed).toBe(1);
    for (const text of await textsAt(merged.data.url)) expect(text.match(/TEST/g)).toEqual(['TEST']);
    const finished = expectGenerated(
      await assemble(tester, 'finish', { fileId: live.fileId, options: { header: { content: 'Copy' } } }),
    );
    expect(await textsAt(finished.data.url)).toEqual([expect.stringMatching(/(?=.*Copy)(?=.*TEST)/)]);
    // A live key does not remove the mark.
    const split = expectSplit(await assemble(tenant, 'split', { fileId: marked.fileId, everyPages: 1 }));
    expect(await textsAt(split.files[0]?.url ?? '')).toEqual([expect.stringContaining('TEST')]);
  });

  variation('runs as a job', async () => {
    const tenant = await Tenant.create();
    const { fileId } = await printPages(tenant, 'one', 1);
    const body = { entries: [{ fileId }, { htmlContent: '<p>two' }], filename: 'later' };
    const accepted = expectAccepted(await assemble(tenant, 'merge', body, ASYNC));
    const job = await jobIn(tenant, accepted.jobId, 'succeeded');
    expect(job.file?.filename).toBe('later.pdf');
    expect(await textsAt(job.file?.url ?? '')).toEqual(['one 1', 'two']);
    expect(await tenant.quotaUsed()).toBe(2);
  });
});

describe('a split', () => {
  test('makes a file of each range, of every n pages, and of each bookmark', async () => {
    const tenant = await Tenant.create();
    const { fileId } = await printPages(tenant, 'doc', 3);
    const ranges = expectSplit(await assemble(tenant, 'split', { fileId, ranges: ['1,3', '2'] }));
    expect(ranges.files).toMatchObject([
      { filename: 'doc-1.pdf', pages: '1,3' },
      { filename: 'doc-2.pdf', pages: '2' },
    ]);
    expect(await Promise.all(ranges.files.map(({ url }) => textsAt(url)))).toEqual([
      ['doc 1', 'doc 3'],
      ['doc 2'],
    ]);
    expect(ranges.usage.quotaUsed).toBe(3);
    const every = expectSplit(
      await assemble(tenant, 'split', { fileId, everyPages: 2, filename: 'part.pdf' }),
    );
    expect(every.files).toMatchObject([
      { filename: 'part-1.pdf', pages: '1-2' },
      { filename: 'part-2.pdf', pages: '3' },
    ]);
    const marks = expectSplit(await assemble(tenant, 'split', { fileId, bookmarks: true }));
    expect(marks.files.map(({ pages }) => pages)).toEqual(['1', '2', '3']);
    expect(await tenant.quotaUsed()).toBe(8);
  });

  test('makes all of its files or none: credits for a part of them are not enough', async () => {
    const tenant = await Tenant.create();
    const { fileId } = await printPages(tenant, 'doc', 5);
    await operator().setWorkspace(tenant.workspaceId, { quotaUsed: 97 });
    const refused = await assemble(tenant, 'split', { fileId, everyPages: 1 });
    expectRefusal(refused, 'NO_CREDITS_AVAILABLE');
    expect(await tenant.quotaUsed()).toBe(97);
    expect(await countFiles(tenant)).toBe(1);
    const { files } = expectSplit(await assemble(tenant, 'split', { fileId, everyPages: 2 }));
    expect(files).toHaveLength(3);
    expect(await tenant.quotaUsed()).toBe(100);
  });

  variation('that is repeated returns all files, until one of them is deleted', async () => {
    const tenant = await Tenant.create();
    const { fileId } = await printPages(tenant, 'doc', 2);
    const body = { fileId, everyPages: 1 };
    const key = { 'Idempotency-Key': 'split-1' };
    const first = expectSplit(await assemble(tenant, 'split', body, key));
    const again = await assemble(tenant, 'split', body, key);
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    expect(expectSplit(again)).toEqual(first);
    await send(`/v1/files/${first.files[1]?.fileId}`, {
      method: 'DELETE',
      headers: { 'X-API-Key': tenant.key },
    });
    const made = expectSplit(await assemble(tenant, 'split', body, key));
    expect(made.files[0]?.fileId).not.toBe(first.files[0]?.fileId);
    expect(await tenant.quotaUsed()).toBe(5);
  });

  test('runs as a job, which lists all files', async () => {
    const tenant = await Tenant.create();
    const { fileId } = await printPages(tenant, 'doc', 2);
    const accepted = expectAccepted(await assemble(tenant, 'split', { fileId, everyPages: 1 }, ASYNC));
    const job = await jobIn(tenant, accepted.jobId, 'succeeded');
    expect(job.files).toMatchObject([{ fileId: job.fileId, pages: '1' }, { pages: '2' }]);
    expect(await tenant.quotaUsed()).toBe(3);
  });

  variation(
    'of a job that ends while the client waits is answered with its files and the address of the job',
    async () => {
      const tenant = await Tenant.create();
      const { fileId } = await printPages(tenant, 'one', 2);
      const answer = await assemble(
        tenant,
        'split',
        { fileId, everyPages: 1 },
        { Prefer: 'respond-async, wait=60' },
      );
      expect(expectSplit(answer).files).toHaveLength(2);
      expect(answer.headers.get('location')).toMatch(/^\/v1\/jobs\/job_/);
    },
  );
});

test('bad input is refused with the field that is wrong; nothing is kept or charged', async () => {
  const tenant = await Tenant.create({ plan: 'starter' });
  const stranger = await printPages(await Tenant.create(), 'foreign', 1);
  const { fileId } = await printPages(tenant, 'doc', 2, { outline: false });
  const refusals: readonly [
    Parameters<typeof assemble>[1],
    unknown,
    Parameters<typeof expectRefusal>[1],
    string,
  ][] = [
    ['merge', { entries: [{ fileId }] }, 'VALIDATION_ERROR', 'entries: must have 2 or more entries'],
    [
      'merge',
      { entries: Array.from({ length: 101 }, () => ({ fileId })) },
      'VALIDATION_ERROR',
      'entries: must have 100 or fewer',
    ],
    [
      'merge',
      { entries: [{ fileId }, { fileId, htmlContent: 'x' }] },
      'VALIDATION_ERROR',
      'entries[1].fileId: must not',
    ],
    ['merge', { entries: [{ fileId }, {}] }, 'VALIDATION_ERROR', 'entries[1].htmlContent: is required'],
    [
      'merge',
      { entries: [{ fileId }, { fileId: stranger.fileId }] },
      'FILE_NOT_FOUND',
      'entries[1].fileId: ',
    ],
    [
      'merge',
      { entries: [{ fileId }, { htmlContent: 'x', options: { pageRanges: '9' } }] },
      'VALIDATION_ERROR',
      'entries[1].options.pageRanges: 9 is past the end',
    ],
    ['split', { fileId }, 'VALIDATION_ERROR', 'ranges: is required'],
    [
      'split',
      { fileId, everyPages: 1, ranges: ['1'] },
      'VALIDATION_ERROR',
      'everyPages: must not be given together',
    ],
    [
      'split',
      { fileId, ranges: ['1', '2-7'] },
      'VALIDATION_ERROR',
      'ranges[1]: 2-7 is past the end; the document has 2 pages',
    ],
    ['split', { fileId, bookmarks: true }, 'VALIDATION_ERROR', 'bookmarks: the file has none'],
    ['split', { fileId: 'file_unknown', everyPages: 1 }, 'FILE_NOT_FOUND', 'fileId: does not exist'],
    [
      'merge',
      { entries: [{ fileId }, { htmlContent: 'x', options: { pdfua: true } }] },
      'VALIDATION_ERROR',
      'entries[1].options.pdfua: must be in the options of the merge',
    ],
    ['finish', { fileId }, 'VALIDATION_ERROR', 'options: '],
    [
      'finish',
      { fileId, options: { watermark: { text: 'x', pageRanges: '9' } } },
      'VALIDATION_ERROR',
      'options.watermark.pageRanges: 9 is past the end',
    ],
  ];
  for (const [kind, body, code, detail] of refusals) {
    const { details = [] } = expectRefusal(await assemble(tenant, kind, body), code);
    expect(details.join('\n'), JSON.stringify(body)).toContain(detail);
  }
  const error = expectRefusal(
    await assemble(tenant, 'merge', { entries: [{ fileId }, { htmlContent: '{{#if a}}' }] }),
    'TEMPLATE_COMPILATION_ERROR',
  );
  expect(error.message).toMatch(/^entries\[1\]: /);
  expect(await tenant.quotaUsed()).toBe(1);
  expect(await countFiles(tenant)).toBe(1);
});

variation('with Prefer: handling=strict, unknown fields are refused, also those of an entry', async () => {
  const tenant = await Tenant.create();
  const { fileId } = await printPages(tenant, 'doc', 1);
  const strict = { Prefer: 'handling=strict' };
  const entries = [
    { fileId, bookmrk: 'x' },
    { htmlContent: 'x', options: { margn: 1 } },
  ];
  const merge = await assemble(tenant, 'merge', { entries, file: 'x' }, strict);
  expect(expectRefusal(merge, 'VALIDATION_ERROR').details).toEqual([
    'entries[0].bookmrk: is not known; did you mean entries[0].bookmark?',
    'entries[1].options.margn: is not known; did you mean entries[1].options.margin?',
    expect.stringMatching(/^file: is not known/),
  ]);
  const split = await assemble(tenant, 'split', { fileId, everyPages: 1, pages: 2 }, strict);
  expect(expectRefusal(split, 'VALIDATION_ERROR').details).toEqual([
    expect.stringMatching(/^pages: is not known/),
  ]);
  expectSplit(await assemble(tenant, 'split', { fileId, everyPages: 1, pages: 2 }));
  const applied = await assemble(tenant, 'split', { fileId, everyPages: 1 }, strict);
  expect(applied.headers.get('preference-applied')).toBe('handling=strict');
  expect(await tenant.quotaUsed()).toBe(3);
});

test('a finished file is a new one with what the options ask for, and an encrypted one is not used again', async () => {
  const tenant = await Tenant.create();
  const original = await printPages(tenant, 'doc', 2);
  const options = {
    metadata: { title: 'For {{who}}' },
    watermark: { text: 'Draft', pageRanges: '2' },
    firstPageNumber: 4,
    footer: [
      { pages: 'last', content: 'last <span class="pageNumber"></span> of <span class="totalPages"></span>' },
      { content: '<span class="pageNumber"></span> of <span class="totalPages"></span>' },
    ],
    encryption: { userPassword: 'opens' },
  };
  const { data } = expectGenerated(
    await assemble(tenant, 'finish', { fileId: original.fileId, options, templateData: { who: 'Ada' } }),
  );
  expect(data.filename).toBe('doc.pdf');
  const { bytes } = await send(data.url);
  const opened = await getDocument({ data: bytes.slice(), password: 'opens', verbosity: 0 }).promise;
  expect((await opened.getMetadata()).info).toMatchObject({ Title: 'For Ada' });
  const texts: string[] = [];
  for (const number of [1, 2]) {
    const { items } = await (await opened.getPage(number)).getTextContent();
    texts.push(items.map((item) => ('str' in item ? item.str : '')).join(' '));
  }
  expect(texts).toEqual([
    expect.stringMatching(/^(?!.*Draft)(?!.*last).*4 of 5/),
    expect.stringMatching(/(?=.*Draft)(?=.*last 5 of 5)/),
  ]);
  expect(await textsAt(original.url)).toEqual(['doc 1', 'doc 2']);
  for (const [kind, body, field] of [
    ['merge', { entries: [{ fileId: original.fileId }, { fileId: data.fileId }] }, 'entries[1].fileId'],
    ['split', { fileId: data.fileId, everyPages: 1 }, 'fileId'],
    ['finish', { fileId: data.fileId, options: {} }, 'fileId'],
  ] as const) {
    const { details } = expectRefusal(await assemble(tenant, kind, body), 'VALIDATION_ERROR');
    expect(details).toEqual([`${field}: is encrypted. Use the file that it was made from`]);
  }
  expect(await tenant.quotaUsed()).toBe(2);
});

test('a key needs the permission to read files too', async () => {
  const tenant = await Tenant.create({ permissions: ['pdf.generate'] });
  const body = { entries: [{ htmlContent: 'a' }, { htmlContent: 'b' }] };
  const error = expectRefusal(await assemble(tenant, 'merge', body), 'INSUFFICIENT_PERMISSIONS');
  expect(error.message).toContain('pdf.read');
});
