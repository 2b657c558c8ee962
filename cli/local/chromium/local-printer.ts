import { availableParallelism } from 'node:os';
import { type PrintJob, readWhole } from '@platen/pdf';
import { PRINTING_FLAGS, type RenderReport } from '@platen/print-engine';
import { BrowserPool } from '../../../renderer/container/image/browser-pool.ts';
import { Chrome } from '../../../renderer/container/image/chrome.ts';
import { maxPagesMib, maxProcessMib } from '../../../renderer/container/image/memory-bounds.ts';
import { type EgressProxy, startEgressProxy } from '../../../renderer/container/image/egress-proxy.ts';
import { isPublicHost } from '../../../schema/public-address.ts';
import { CommandFailure } from '../../command.ts';
import { findChromium } from './find-chromium.ts';
import { type Machine, thisMachine } from './machine.ts';

const TIMEOUT_MS = 60_000;
const MAX_PDF_BYTES = 250_000_000;

export interface LocalPdf {
  readonly bytes: Uint8Array;
  readonly report: RenderReport;
}

/**
 * Prints with the Chromium of this machine, as the container of the service does: the same engine, the same flags, and pages
 * reach public addresses only. So a template that somebody else has written cannot read what runs on this machine.
 */
export class LocalPrinter {
  /** Such as `153.0.7688.0`. */
  readonly chromiumVersion: string;
  readonly #pool: BrowserPool;
  readonly #proxy: EgressProxy;

  private constructor(pool: BrowserPool, proxy: EgressProxy, chromiumVersion: string) {
    this.#pool = pool;
    this.#proxy = proxy;
    this.chromiumVersion = chromiumVersion;
  }

  /** @throws {CommandFailure} no Chromium was found, or it did not start; the message says what to do */
  static async open(
    env: Machine['env'],
    concurrent = Math.min(4, availableParallelism()),
  ): Promise<LocalPrinter> {
    const machine = thisMachine(env);
    const executablePath = findChromium(machine);
    const proxy = await startEgressProxy();
    let version = '';
    const start = async () => {
      const chrome = await Chrome.start({
        executablePath,
        flags: [...PRINTING_FLAGS, ...ownFlags(machine)],
        proxyPort: proxy.port,
        maxProcessBytes: process.platform === 'linux' ? maxProcessMib() * 2 ** 20 : null,
        // Scripts of a document see the time zone of the service, on each machine.
        env: { ...withoutSecrets(env), TZ: 'UTC' },
      });
      version = (await chrome.connection.send('Browser.getVersion', {}, TIMEOUT_MS)).product;
      return chrome;
    };
    const pages = { ready: concurrent, concurrent, isPublicHost };
    const pool = new BrowserPool(start, {
      pages,
      queue: Number.POSITIVE_INFINITY,
      maxPagesBytes: maxPagesMib() * 2 ** 20,
      onLaunch: () => {},
    });
    try {
      await pool.start();
    } catch (cause) {
      await Promise.all([pool.close(), proxy.close()]);
      throw notStarted(executablePath, cause);
    }
    return new LocalPrinter(pool, proxy, version.slice(version.indexOf('/') + 1));
  }

  /** @throws {RenderFailure} */
  async print(job: PrintJob, signal?: AbortSignal): Promise<LocalPdf> {
    const limits = { workspaceId: 'local', deadline: Date.now() + TIMEOUT_MS, maxPdfBytes: MAX_PDF_BYTES };
    const { pdf, report } = await this.#pool.print(job, limits, signal);
    return { bytes: await readWhole(pdf), report };
  }

  async close(): Promise<void> {
    await Promise.all([this.#pool.close(), this.#proxy.close()]);
  }
}

/** Chromium refuses to be sandboxed as root, which is usual in containers. */
const ownFlags = ({ env }: Machine): string[] => [
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  ...(env.PLATEN_CHROMIUM_FLAGS ?? '').split(' ').filter(Boolean),
];

const withoutSecrets = (env: Machine['env']): Record<string, string> =>
  Object.fromEntries(
    Object.entries(env).flatMap(([name, value]) =>
      value === undefined || name.startsWith('PLATEN_') ? [] : [[name, value]],
    ),
  );

function notStarted(program: string, cause: unknown): CommandFailure {
  const message = cause instanceof Error ? cause.message : String(cause);
  const isSandboxed = /sandbox/i.test(message);
  return new CommandFailure(
    `${program} did not start.`,
    [
      message,
      ...(isSandboxed
        ? ['If this machine does not allow its sandbox, set PLATEN_CHROMIUM_FLAGS=--no-sandbox.']
        : []),
      'PLATEN_CHROMIUM names another Chrome or Chromium.',
    ],
    { cause },
  );
}
