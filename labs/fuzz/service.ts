import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Service, startService } from '../../scripts/local/service.ts';
import { BEHIND_PROXY } from '../../test/support/client-address.ts';

export interface FuzzedService extends Service {
  /** Lines of the service's log with this text, which explain a failure. */
  linesWith(text: string): string[];
}

/** Starts a service with its own state, which ends with the service. */
export async function startFuzzedService(): Promise<FuzzedService> {
  const stateDir = await mkdtemp(join(tmpdir(), 'platen-fuzz-'));
  const lines: string[] = [];
  const service = await startService({
    stateDir,
    port: 0,
    entry: 'test/support/fuzz-entry.ts',
    // Without a container, whose second browser would only cost time.
    renderer: 'browser-run-only',
    egress: 'test/support/world.ts',
    vars: BEHIND_PROXY,
    onError: (line) => lines.push(line),
  });
  return {
    ...service,
    linesWith: (text: string) => lines.filter((line) => line.includes(text)),
    stop: async () => {
      await service.stop();
      await rm(stateDir, { recursive: true, force: true });
    },
  };
}

/** Starts a service, and stops it after `use`. */
export async function withService<Result>(use: (service: FuzzedService) => Promise<Result>): Promise<Result> {
  const service = await startFuzzedService();
  try {
    return await use(service);
  } finally {
    await service.stop();
  }
}
