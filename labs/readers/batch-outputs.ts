import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import { createLocalWorkspace, EXAMPLE_DATA } from '../../scripts/local/local-workspace.ts';
import { type Service, startService } from '../../scripts/local/service.ts';
import { expectSuccess, type Problems, run } from './tools.ts';

const ROWS = 30;
const POLL_MS = 500;
const DEADLINE_MS = 300_000;

const answer = z.object({
  data: z.object({
    batchId: z.string(),
    state: z.string(),
    output: z.object({ state: z.string(), url: z.string().nullable() }),
  }),
});

/** The archive and the merged PDF of a batch, made by the running service. */
export async function checkBatchOutputs(
  directory: string,
  report: (name: string, problems: Problems) => void,
): Promise<void> {
  const service = await startService({ stateDir: join(directory, 'state'), port: 0 });
  try {
    const { key, templateId } = await createLocalWorkspace(service, 'Readers');
    const archive = join(directory, 'batch.zip');
    await writeFile(archive, await makeBatch(service, key, templateId, 'zip'));
    report('the archive of a batch', await checkArchive(directory, archive));
    const merged = join(directory, 'batch.pdf');
    await writeFile(merged, await makeBatch(service, key, templateId, 'merged'));
    report('the merged PDF of a batch', await expectSuccess('qpdf', ['--check', merged]));
  } finally {
    await service.stop();
  }
}

async function checkArchive(directory: string, archive: string): Promise<Problems> {
  const tested = await expectSuccess('unzip', ['-t', '-qq', archive]);
  const folder = join(directory, 'batch');
  await run('unzip', ['-q', '-o', '-d', folder, archive]);
  const listed = (await run('unzip', ['-Z1', archive])).output.trim().split('\n');
  const problems = [...tested];
  if (listed.length !== ROWS) problems.push(`${listed.length} files instead of ${ROWS}`);
  for (const name of listed) problems.push(...(await expectSuccess('qpdf', ['--check', join(folder, name)])));
  return problems;
}

async function makeBatch(
  { url }: Service,
  key: string,
  templateId: string,
  output: 'zip' | 'merged',
): Promise<Uint8Array> {
  const headers = { 'X-API-Key': key, 'Content-Type': 'application/json' };
  const templateData: unknown = JSON.parse(await readFile(EXAMPLE_DATA, 'utf8'));
  const rows = Array.from({ length: ROWS }, (_, index) => ({ externalId: `row-${index}`, templateData }));
  const body = JSON.stringify({ templateId, output, rows });
  const accepted = await fetch(`${url}/v1/batches`, { method: 'POST', headers, body });
  const { batchId } = answer.parse(await accepted.json()).data;
  for (const deadline = Date.now() + DEADLINE_MS; Date.now() < deadline;) {
    const found = answer.parse(await (await fetch(`${url}/v1/batches/${batchId}`, { headers })).json()).data;
    if (found.output.state === 'ready' && found.output.url !== null) {
      return new Uint8Array(await (await fetch(found.output.url)).arrayBuffer());
    }
    await delay(POLL_MS);
  }
  throw new Error(`The batch with the output ${output} did not end in time`);
}
