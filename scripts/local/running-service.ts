import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { constants } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { descendants, signalAll, withArgument } from './process-tree.ts';
import type { LocalContainer } from './renderer-on-demand.ts';
import type { ServiceProcessReady } from './service-process.ts';

export interface Service {
  /** Without a trailing slash: `http://127.0.0.1:8787`. */
  readonly url: string;
  readonly operatorToken: string;
  /** The path of the program that Browser Run starts here. */
  readonly browser: string;
  readonly hasSandbox: boolean;
  /** Miniflare, the root of the process tree. workerd and Chromium are its descendants. */
  readonly pid: number;
  /** It is null while no renderer runs next to the service. */
  readonly rendererPid: number | null;
  /** Resolves with the reason if the process ends by itself, without `stop` or `kill`. */
  readonly lost: Promise<string>;
  stop(): Promise<void>;
  kill(): Promise<void>;
}

/** The things that the service needs beside its process, and that end with it. */
export interface Companions {
  readonly operatorToken: string;
  readonly browser: string;
  readonly hasSandbox: boolean;
  /** An argument of each browser of the service, and of no other process. */
  readonly browserMark: string;
  readonly renderer: LocalContainer | null;
  readonly egressProxy: { close(): Promise<void> };
  readonly outboundProxy: { close(): Promise<void> };
}

const STARTUP_MS = 120_000;
const SHUTDOWN_MS = 10_000;
const END_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
const PARENT_CHECK_MS = 500;

export class RunningService implements Service {
  readonly pid: number;
  readonly operatorToken: string;
  readonly browser: string;
  readonly hasSandbox: boolean;
  readonly lost: Promise<string>;
  url = '';
  #isStopping = false;
  readonly #child: ChildProcess;
  readonly #ended: Promise<unknown>;
  readonly #companions: Companions;
  readonly #killNow = () => {
    this.#killTree();
    this.#companions.renderer?.kill();
  };
  readonly #endWithParent: (signal: NodeJS.Signals) => void;
  readonly #parentCheck: NodeJS.Timeout | null;

  constructor(child: ChildProcess, companions: Companions) {
    this.#child = child;
    this.#companions = companions;
    if (child.pid === undefined) throw new Error('The process of the service could not be started.');
    this.pid = child.pid;
    this.operatorToken = companions.operatorToken;
    this.browser = companions.browser;
    this.hasSandbox = companions.hasSandbox;
    const isOver = child.exitCode !== null || child.signalCode !== null;
    this.#ended = isOver ? Promise.resolve() : once(child, 'exit');
    this.lost = new Promise((resolve) => {
      child.once('exit', (code, signal) => {
        if (!this.#isStopping) resolve(signal === null ? `exit code ${code}` : `signal ${signal}`);
      });
    });
    this.#endWithParent = (signal) => {
      void this.stop().finally(() => process.exit(128 + constants.signals[signal]));
    };
    process.once('exit', this.#killNow);
    for (const signal of END_SIGNALS) process.once(signal, this.#endWithParent);
    // npm passes SIGTERM to its shell. The shell ends without passing it on.
    this.#parentCheck =
      process.env.npm_lifecycle_event === undefined
        ? null
        : onParentEnd(() => this.#endWithParent('SIGTERM'));
  }

  get rendererPid(): number | null {
    return this.#companions.renderer?.pid ?? null;
  }

  async ready(): Promise<void> {
    const ended = this.#ended.then(() => Promise.reject(new Error('The process exited.')));
    const late = delay(STARTUP_MS, undefined, { ref: false }).then(() =>
      Promise.reject(new Error(`The service was not ready within ${STARTUP_MS / 1000} s.`)),
    );
    await Promise.race([this.#answers(), ended, late]);
  }

  /** The process sends its port when it listens and the database has its tables. */
  async #answers(): Promise<void> {
    const [message] = await once(this.#child, 'message');
    const { port } = message as ServiceProcessReady;
    this.url = `http://127.0.0.1:${port}`;
    while (!(await isHealthy(this.url))) await delay(50, undefined, { ref: false });
  }

  async stop(): Promise<void> {
    this.#isStopping = true;
    this.#child.kill('SIGTERM');
    await Promise.race([this.#ended, delay(SHUTDOWN_MS, undefined, { ref: false })]);
    this.#killTree();
    await Promise.all([this.#ended, this.#companions.renderer?.stop(), this.#closeProxies()]);
    this.#removeListeners();
  }

  async kill(): Promise<void> {
    this.#isStopping = true;
    this.#killNow();
    await Promise.all([this.#ended, this.#closeProxies()]);
    this.#removeListeners();
  }

  #closeProxies(): Promise<unknown> {
    const { egressProxy, outboundProxy } = this.#companions;
    return Promise.all([egressProxy.close(), outboundProxy.close()]);
  }

  /** After the end of the process, workerd is found by its process group, and the browsers by their argument. */
  #killTree(): void {
    const { browserMark } = this.#companions;
    signalAll([...descendants(this.pid), this.pid, -this.pid, ...withArgument(browserMark)], 'SIGKILL');
  }

  #removeListeners(): void {
    if (this.#parentCheck !== null) clearInterval(this.#parentCheck);
    process.off('exit', this.#killNow);
    for (const signal of END_SIGNALS) process.off(signal, this.#endWithParent);
  }
}

/** A process without a parent gets another one. */
function onParentEnd(end: () => void): NodeJS.Timeout {
  const parent = process.ppid;
  const check = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(check);
    end();
  }, PARENT_CHECK_MS);
  return check.unref();
}

/** @throws {Error} a variable is missing or wrong; the service's own lines say which one */
async function isHealthy(url: string): Promise<boolean> {
  const signal = AbortSignal.timeout(5_000);
  const response = await fetch(`${url}/healthz`, { signal }).catch(() => null);
  if (response?.status === 500) {
    await delay(200);
    throw new Error('A variable is missing or wrong.');
  }
  return response?.ok === true;
}
