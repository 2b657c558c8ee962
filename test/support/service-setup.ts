import { appendFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { startService } from '../../scripts/service.ts';

declare module 'vitest' {
  interface ProvidedContext {
    serviceUrl: string;
    operatorToken: string;
    /** Root of the service's process tree. */
    servicePid: number;
    /** The structured lines that the service has logged so far. */
    serviceLog: string;
  }
}

/** Starts one service, with a state of its own, for all files of the acceptance tests. */
export default async function startServiceForTests(project: TestProject): Promise<() => Promise<void>> {
  const stateDir = await mkdtemp(join(tmpdir(), 'platen-acceptance-'));
  const log = join(stateDir, 'requests.log');
  const note = (line: string): void => appendFileSync(log, `${line}\n`);
  const service = await startService({
    stateDir,
    port: 0,
    onLog: note,
    // Tests provoke failures, whose structured lines would only look like trouble.
    onError: (line) => (line.startsWith('{') ? note(line) : console.error(line)),
  });
  project.provide('serviceUrl', service.url);
  project.provide('operatorToken', service.operatorToken);
  project.provide('servicePid', service.pid);
  project.provide('serviceLog', log);
  return async () => {
    await service.stop();
    await rm(stateDir, { recursive: true, force: true });
  };
}
