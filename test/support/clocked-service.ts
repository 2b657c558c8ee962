import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { ServiceOptions } from '../../scripts/local/service.ts';
import type { Answer } from './answer.ts';
import { exchange } from './checked-fetch.ts';
import { RestartedService } from './restarted-service.ts';

type ClockedOptions = Pick<ServiceOptions, 'inspector' | 'env' | 'renderer' | 'vars'>;

/** A separate service for tests that move the clock or kill the process. Its answers are checked against their description. */
export class ClockedService extends RestartedService {
  static async create(options: ClockedOptions = {}): Promise<ClockedService> {
    return new ClockedService({ ...options, stateDir: await ClockedService.newStateDir() });
  }

  /** Stops the process and deletes the bucket of template contents, like a disk failure. */
  async stopAndLoseTemplates(): Promise<void> {
    await this.stop();
    await rm(join(this.stateDir, 'v3/r2/platen-templates'), { recursive: true });
  }

  /** Creates a Free workspace with one key. */
  async createTenant(environment: 'live' | 'test' = 'live'): Promise<{ workspaceId: string; key: string }> {
    const { id: workspaceId } = await this.operator.createWorkspace({ name: 'Clocked' });
    const { key } = await this.operator.createKey({
      workspaceId,
      name: 'clocked',
      environment,
      permissions: ['pdf.generate', 'pdf.read'],
    });
    return { workspaceId, key };
  }

  generate(key: string, body: object, headers: Readonly<Record<string, string>> = {}): Promise<Answer> {
    return exchange(`${this.url}/v1/pdf/generate`, {
      method: 'POST',
      headers: { 'X-API-Key': key, 'Content-Type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
  }

  /** Fetches a URL that this service returned before a restart, when its port was different. */
  fetch(address: string, init: RequestInit = {}): Promise<Answer> {
    const { pathname, search } = new URL(address, this.url);
    return exchange(`${this.url}${pathname}${search}`, init);
  }
}
