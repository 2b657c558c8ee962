import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { startService } from '../../../scripts/local/service.ts';
import { BEHIND_PROXY } from '../../support/client-address.ts';
import { ConsoleClient } from './console-client.ts';
import { OPERATOR } from './people.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The service that all browser tests share: `http://localhost:8787`. */
    dashboardUrl: string;
  }
}

/** Starts the service that all browser tests share, and creates its owner. */
export default async function startServiceForBrowsers(project: TestProject): Promise<() => Promise<void>> {
  const service = await startFreshService();
  await ConsoleClient.setUp(service.url, OPERATOR);
  project.provide('dashboardUrl', service.url);
  return () => service.stop();
}

/** A service without an owner. */
export interface FreshService {
  readonly url: string;
  readonly operatorToken: string;
  stop(): Promise<void>;
}

/** @param setupToken required by the setup, as on a deployed instance */
export async function startFreshService(setupToken?: string): Promise<FreshService> {
  const stateDir = await mkdtemp(join(tmpdir(), 'platen-browser-'));
  const service = await startService({
    stateDir,
    port: 0,
    entry: 'test/support/cheap-passwords-entry.ts',
    buildsPages: true,
    onError: reportUnexpected,
    vars: { ...BEHIND_PROXY, ...(setupToken === undefined ? {} : { SETUP_TOKEN: setupToken }) },
  });
  return {
    // Passkeys do not work with an IP address.
    url: service.url.replace('127.0.0.1', 'localhost'),
    operatorToken: service.operatorToken,
    stop: async () => {
      await service.stop();
      await rm(stateDir, { recursive: true, force: true });
    },
  };
}

/** Ignores the structured log lines of requests, which tests make fail on purpose. */
function reportUnexpected(line: string): void {
  if (!line.startsWith('{')) console.error(line);
}
