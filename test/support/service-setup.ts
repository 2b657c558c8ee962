import { appendFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { type ServiceOptions, startService } from '../../scripts/local/service.ts';
import { BEHIND_PROXY } from './client-address.ts';

declare module 'vitest' {
  interface ProvidedContext {
    serviceUrl: string;
    operatorToken: string;
    /** Root of the service's process tree. */
    servicePid: number;
    /** Root of the renderer's process tree; 0 if no renderer runs next to the service. */
    rendererPid: number;
    /** Bodies are sent without Content-Length, so that the container reads them. */
    chunkedBodies: boolean;
    /** Path of a file with the structured lines that the service has logged. */
    serviceLog: string;
  }
}

/** The same tests run against several of these installations. */
const INSTALLATIONS = {
  'browser-run': {},
  container: { renderer: 'container' },
  bulk: { renderer: 'container' },
  fallback: { renderer: 'browser-run,container', entry: 'test/support/refusing-entry.ts' },
} as const;

type Installation = keyof typeof INSTALLATIONS;

/** `ACCEPTANCE` selects the installation of the acceptance tests. */
export default function startServiceForTests(project: TestProject): Promise<() => Promise<void>> {
  const named = process.env.ACCEPTANCE ?? 'browser-run';
  if (named in INSTALLATIONS) return startInstallation(project, named as Installation);
  throw new Error(`ACCEPTANCE must be one of ${Object.keys(INSTALLATIONS).join(' | ')}.`);
}

/** Starts one service with temporary state for all tests of the project. */
export async function startInstallation(
  project: TestProject,
  installation: Installation,
  options: Pick<ServiceOptions, 'entry' | 'env'> = {},
): Promise<() => Promise<void>> {
  const stateDir = await mkdtemp(join(tmpdir(), 'platen-acceptance-'));
  const log = join(stateDir, 'requests.log');
  const note = (line: string): void => appendFileSync(log, `${line}\n`);
  const service = await startService({
    stateDir,
    port: 0,
    egress: 'test/support/world.ts',
    buildsPages: true,
    vars: BEHIND_PROXY,
    ...options,
    ...INSTALLATIONS[installation],
    onLog: note,
    // Tests cause failures on purpose. Their structured lines go to the log file only.
    onError: (line) => (line.startsWith('{') ? note(line) : console.error(line)),
  });
  project.provide('serviceUrl', service.url);
  project.provide('operatorToken', service.operatorToken);
  project.provide('servicePid', service.pid);
  project.provide('rendererPid', service.rendererPid ?? 0);
  project.provide('chunkedBodies', installation === 'bulk');
  project.provide('serviceLog', log);
  return async () => {
    await service.stop();
    await rm(stateDir, { recursive: true, force: true });
  };
}
