import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Operator } from '../../scripts/operator.ts';
import { type Service, startService } from '../../scripts/service.ts';
import { checkedFetch } from './checked-fetch.ts';

/**
 * A service of its own for tests that move time or kill it: the product with the handles of entry.ts. Its
 * state outlives its processes; `startAt` starts the next one with a clock that runs ahead.
 */
export class ClockedService {
  readonly #stateDir: string;
  #running: Service | null = null;

  private constructor(stateDir: string) {
    this.#stateDir = stateDir;
  }

  static async create(): Promise<ClockedService> {
    return new ClockedService(await mkdtemp(join(tmpdir(), 'platen-clocked-')));
  }

  /** Stops the process that runs, if any, and starts one whose clock is `aheadMs` ahead. */
  async startAt(aheadMs: number): Promise<void> {
    await this.#running?.stop();
    this.#running = await startService({
      stateDir: this.#stateDir,
      port: 0,
      wranglerArgs: ['test/support/entry.ts', '--var', `CLOCK_AHEAD_MS:${aheadMs}`],
    });
  }

  /** SIGKILL, without a word of warning. */
  async kill(): Promise<void> {
    await this.#running?.kill();
    this.#running = null;
  }

  /** Stops the process and throws the bucket of the templates' content away, as a disk that lost data would. */
  async stopAndLoseTemplates(): Promise<void> {
    await this.#running?.stop();
    this.#running = null;
    await rm(join(this.#stateDir, 'v3/r2/platen-templates'), { recursive: true });
  }

  async remove(): Promise<void> {
    await this.#running?.stop();
    await rm(this.#stateDir, { recursive: true, force: true });
  }

  get operator(): Operator {
    return new Operator(this.#service.url, this.#service.operatorToken);
  }

  /** A Free workspace with a key of its own. */
  async createTenant(environment: 'live' | 'test' = 'live'): Promise<{ workspaceId: string; key: string }> {
    const { id: workspaceId } = await this.operator.createWorkspace({ name: 'Clocked' });
    const { key } = await this.operator.createKey({
      workspaceId,
      name: 'clocked',
      environment,
      permissions: ['pdf.generate'],
    });
    return { workspaceId, key };
  }

  generate(key: string, body: object, headers: Readonly<Record<string, string>> = {}): Promise<Response> {
    return checkedFetch(`${this.#service.url}/v1/pdf/generate`, {
      method: 'POST',
      headers: { 'X-API-Key': key, 'Content-Type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
  }

  /** Fetches an address that an earlier process of this service gave out. */
  fetch(address: string): Promise<Response> {
    const { pathname, search } = new URL(address, this.#service.url);
    return checkedFetch(`${this.#service.url}${pathname}${search}`);
  }

  /** Keys of the objects in the bucket of PDFs. */
  async storedObjects(): Promise<unknown> {
    return (await this.fetch('/test/objects')).json();
  }

  /** Runs the alarm of a workspace's ledger as if its time had come: the platform's own follow the wall clock. */
  async ringAlarm(workspaceId: string): Promise<void> {
    await this.fetch(`/test/alarm?workspace=${workspaceId}`);
  }

  get #service(): Service {
    if (this.#running === null) throw new Error('The service does not run');
    return this.#running;
  }
}
