import { expect, test } from 'vitest';
import { NoJobError, Platen } from '../../../packages/client/src/client.ts';
import { ANSWER_EXAMPLES } from '../../../schema/api/examples.ts';

/** Answers by method and path with its query. Keeps what was asked. */
function answering(answers: Readonly<Record<string, () => Response>>) {
  const asked: string[] = [];
  const platen = new Platen({
    apiKey: 'pk_test_1',
    baseUrl: 'https://pdf.example.com',
    fetch: async ({ method, url }) => {
      const { pathname, search } = new URL(url);
      asked.push(`${method} ${pathname}${search}`);
      return answers[`${method} ${pathname}${search}`]?.() ?? new Response('not expected', { status: 400 });
    },
  });
  return { platen, asked };
}

const page = (data: readonly unknown[], nextCursor: string | null) => () =>
  Response.json({ data, nextCursor });

test('all entries of a list are loaded page by page, with the query of the first one', async () => {
  const { platen, asked } = answering({
    'GET /v1/jobs?state=failed&limit=2': page([1, 2], 'a b'),
    'GET /v1/jobs?state=failed&limit=2&cursor=a+b': page([3], null),
  });
  const found: unknown[] = [];
  for await (const job of platen.jobs.all({ state: 'failed', limit: 2 })) found.push(job);
  expect(found).toEqual([1, 2, 3]);
  expect(asked).toHaveLength(2);
});

test('an id cannot change the path', async () => {
  const { platen, asked } = answering({});
  await platen.files.get('../jobs?x=$&').catch(() => {});
  expect(asked).toEqual(['GET /v1/files/..%2Fjobs%3Fx%3D%24%26']);
});

test('sets of sample data are read and replaced', async () => {
  const sampleSets = [{ name: 'Short', data: { total: 1 } }];
  const answer = () => Response.json({ data: { sampleSets } });
  const { platen, asked } = answering({
    'GET /v1/templates/tpl_1/sample-sets': answer,
    'PUT /v1/templates/tpl_1/sample-sets': answer,
  });
  expect(await platen.templates.sampleSets('tpl_1')).toEqual(sampleSets);
  expect(await platen.templates.putSampleSets('tpl_1', sampleSets)).toEqual(sampleSets);
  expect(asked).toHaveLength(2);
});

const JOB = { jobId: 'job_1', state: 'succeeded', finishedAt: '2026-11-21T15:24:30.631Z' };

test('a job that has succeeded before is returned as a job, and can be waited for', async () => {
  const { platen, asked } = answering({
    'POST /v1/pdf/generate': () =>
      Response.json(ANSWER_EXAMPLES.fromTemplate, { headers: { Location: '/v1/jobs/job_1' } }),
    'GET /v1/jobs/job_1': () => Response.json({ data: JOB }),
  });
  const job = await platen.jobs.create({ htmlContent: '<p>x' }, { idempotencyKey: 'one' });
  expect(job).toEqual(JOB);
  expect(await platen.jobs.wait(job)).toEqual(JOB);
  expect(asked).toEqual(['POST /v1/pdf/generate', 'GET /v1/jobs/job_1', 'GET /v1/jobs/job_1']);
});

test('a file that was made without a job is in the error', async () => {
  const { platen } = answering({ 'POST /v1/pdf/merge': () => Response.json(ANSWER_EXAMPLES.fromTemplate) });
  const error = await platen.jobs
    .merge({ entries: [{ fileId: 'file_1' }] })
    .catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(NoJobError);
  expect(error).toMatchObject({ response: ANSWER_EXAMPLES.fromTemplate });
});
