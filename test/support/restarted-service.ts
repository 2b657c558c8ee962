import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Operator } from '../../scripts/installation/operator.ts';
import { commandLine, descendants, signalAll } from '../../scripts/local/process-tree.ts';
import { type Service, type ServiceOptions, startService } from '../../scripts/local/service.ts';

/** Ends a call that never returns. */
const CONTROL_MS = 120_000;

export type RestartedOptions = Partial<Omit<ServiceOptions, 'port'>>;

/**
 * A separate service whose clock is moved and whose processes are killed. It runs entry.ts, unless the options name another
 * entry with its routes. Its state survives its processes.
 */
export class RestartedService {
  readonly #options: RestartedOptions & Pick<ServiceOptions, 'stateDir'>;
  #running: Service | null = null;

  protected constructor(options: RestartedOptions & Pick<ServiceOptions, 'stateDir'>) {
    this.#options = options;
  }

  static async createIn(stateDir: string, options: RestartedOptions = {}): Promise<RestartedService> {
    return new RestartedService({ ...options, stateDir });
  }

  protected static newStateDir(): Promise<string> {
    return mkdtemp(join(tmpdir(), 'platen-restarted-'));
  }

  /** Stops the running process, if any, and starts one with a clock that is `aheadMs` ahead. */
  async startAt(aheadMs: number): Promise<void> {
    await this.#running?.stop();
    this.#running = null;
    const { vars, ...options } = this.#options;
    this.#running = await startService({
      port: 0,
      entry: 'test/support/entry.ts',
      ...options,
      vars: { ...vars, CLOCK_AHEAD_MS: String(aheadMs) },
    });
  }

  /** Lets the clock of the running process be `aheadMs` ahead. */
  async moveClock(aheadMs: number): Promise<void> {
    await this.control(`clock?aheadMs=${aheadMs}`);
  }

  /** Sends SIGKILL. */
  async kill(): Promise<void> {
    await this.#running?.kill();
    this.#running = null;
  }

  async stop(): Promise<void> {
    await this.#running?.stop();
    this.#running = null;
  }

  /** Sends SIGKILL to every Chromium of the service, which then starts others. */
  killBrowsers(): void {
    const isBrowser = (pid: number): boolean => commandLine(pid).includes('--remote-debugging-p');
    signalAll(this.pids.flatMap(descendants).filter(isBrowser), 'SIGKILL');
  }

  async remove(): Promise<void> {
    await this.stop();
    await rm(this.stateDir, { recursive: true, force: true });
  }

  get stateDir(): string {
    return this.#options.stateDir;
  }

  get url(): string {
    return this.service.url;
  }

  /** Roots of the process trees. */
  get pids(): readonly number[] {
    const { pid, rendererPid } = this.service;
    return rendererPid === null ? [pid] : [pid, rendererPid];
  }

  get operator(): Operator {
    return new Operator(this.service.url, this.service.operatorToken);
  }

  /** Keys of the objects in the bucket of PDFs. */
  async storedObjects(): Promise<string[]> {
    return (await this.control('objects')) as string[];
  }

  /** Runs the alarm of a workspace's ledger. The platform fires alarms by the real clock. */
  async ringAlarm(workspaceId: string): Promise<void> {
    await this.control(`alarm?workspace=${workspaceId}`);
  }

  /** Runs the alarm of a webhook's desk. */
  async ringWebhookAlarm(webhookId: string): Promise<void> {
    await this.control(`webhook-alarm?webhook=${webhookId}`);
  }

  /** Runs the alarm of a batch's desk. */
  async ringBatchAlarm(batchId: string): Promise<void> {
    await this.control(`batch-alarm?batch=${batchId}`);
  }

  /** Calls a route that only the entry of the tests has. */
  async control(path: string): Promise<unknown> {
    const signal = AbortSignal.timeout(CONTROL_MS);
    const response = await fetch(`${this.service.url}/test/${path}`, { signal });
    if (!response.ok) throw new Error(`/test/${path} answered ${response.status}`);
    return response.json();
  }

  get service(): Service {
    if (this.#running === null) throw new Error('The service is not running.');
    return this.#running;
  }
}
