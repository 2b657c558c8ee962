import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Operator } from '../../scripts/operator.ts';
import { commandLine, descendants, signalAll } from '../../scripts/process-tree.ts';
import { type Service, type ServiceOptions, startService } from '../../scripts/service.ts';
import type { Answer } from './answer.ts';
import { exchange } from './checked-fetch.ts';

type ClockedOptions = Pick<ServiceOptions, 'inspector' | 'env'>;

/**
 * A separate service for tests that move the clock or kill the process. It runs entry.ts. Its state survives its
 * processes.
 */
export class ClockedService {
  readonly #stateDir: string;
  readonly #options: ClockedOptions;
  #running: Service | null = null;

  private constructor(stateDir: string, options: ClockedOptions) {
    this.#stateDir = stateDir;
    this.#options = options;
  }

  static async create(options: ClockedOptions = {}): Promise<ClockedService> {
    return new ClockedService(await mkdtemp(join(tmpdir(), 'platen-clocked-')), options);
  }

  /** Stops the running process, if any, and starts one with a clock that is `aheadMs` ahead. */
  async startAt(aheadMs: number): Promise<void> {
    await this.#running?.stop();
    this.#running = await startService({
      stateDir: this.#stateDir,
      port: 0,
      entry: 'test/support/entry.ts',
      ...this.#options,
    });
    await this.moveClock(aheadMs);
  }

  /** Lets the clock of the running process be `aheadMs` ahead. */
  async moveClock(aheadMs: number): Promise<void> {
    await this.fetch(`/test/clock?aheadMs=${aheadMs}`);
  }

  /** Sends SIGKILL. */
  async kill(): Promise<void> {
    await this.#running?.kill();
    this.#running = null;
  }

  /** Sends SIGKILL to every Chromium of the service, which then starts others. */
  killBrowsers(): void {
    const isBrowser = (pid: number): boolean => commandLine(pid).includes('--remote-debugging-p');
    signalAll(this.pids.flatMap(descendants).filter(isBrowser), 'SIGKILL');
  }

  /** Stops the process and deletes the bucket of template contents, like a disk failure. */
  async stopAndLoseTemplates(): Promise<void> {
    await this.#running?.stop();
    this.#running = null;
    await rm(join(this.#stateDir, 'v3/r2/platen-templates'), { recursive: true });
  }

  async remove(): Promise<void> {
    await this.#running?.stop();
    await rm(this.#stateDir, { recursive: true, force: true });
  }

  get url(): string {
    return this.#service.url;
  }

  /** Roots of the process trees. */
  get pids(): readonly number[] {
    const { pid, rendererPid } = this.#service;
    return rendererPid === null ? [pid] : [pid, rendererPid];
  }

  get operator(): Operator {
    return new Operator(this.#service.url, this.#service.operatorToken);
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
    return exchange(`${this.#service.url}/v1/pdf/generate`, {
      method: 'POST',
      headers: { 'X-API-Key': key, 'Content-Type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
  }

  /** Fetches a URL that this service returned before a restart, when its port was different. */
  fetch(address: string, init: RequestInit = {}): Promise<Answer> {
    const { pathname, search } = new URL(address, this.#service.url);
    return exchange(`${this.#service.url}${pathname}${search}`, init);
  }

  /** Keys of the objects in the bucket of PDFs. */
  async storedObjects(): Promise<string[]> {
    return JSON.parse((await this.fetch('/test/objects')).text);
  }

  /** Runs the alarm of a workspace's ledger. The platform fires alarms by the real clock. */
  async ringAlarm(workspaceId: string): Promise<void> {
    await this.fetch(`/test/alarm?workspace=${workspaceId}`);
  }

  /** Runs the alarm of a webhook's desk. */
  async ringWebhookAlarm(webhookId: string): Promise<void> {
    await this.fetch(`/test/webhook-alarm?webhook=${webhookId}`);
  }

  /** Runs the alarm of a batch's desk. */
  async ringBatchAlarm(batchId: string): Promise<void> {
    await this.fetch(`/test/batch-alarm?batch=${batchId}`);
  }

  get #service(): Service {
    if (this.#running === null) throw new Error('The service is not running.');
    return this.#running;
  }
}
