import { connect } from 'node:net';
import { afterAll, beforeAll } from 'vitest';
import type { PrintJob } from '@platen/pdf';
import type { PagePrint } from '@platen/print-engine';
import type { CheckedAddress, Resolver } from '../../../renderer/container/image/public-destination.ts';
import type { RendererOptions } from '../../../renderer/container/image/renderer-server.ts';
import type { PrintedPdf } from '../../../renderer/renderer.ts';
import { type LocalRenderer, startLocalRenderer } from '../../../scripts/local/local-renderer.ts';
import { jobOf } from '../../print/support/jobs.ts';
import { openPdf } from '../../print/support/pdf.ts';

export interface TestRenderer {
  readonly running: LocalRenderer;
  /** Prints without HTTP. */
  print(
    html: string,
    changes?: Partial<PrintJob>,
    timeoutMs?: number,
    signal?: AbortSignal,
  ): Promise<PagePrint>;
}

export function useRenderer(options: () => Partial<RendererOptions> = () => ({})): TestRenderer {
  let running: LocalRenderer | null = null;
  const renderer: TestRenderer = {
    get running() {
      if (running === null) throw new Error('The renderer does not run');
      return running;
    },
    print: (html, changes, timeoutMs = 15_000, signal) => {
      const limits = {
        workspaceId: 'ws_tests',
        deadline: Date.now() + timeoutMs,
        maxPdfBytes: 50_000_000,
      };
      return renderer.running.pool.print(jobOf(html, changes), limits, signal);
    },
  };
  beforeAll(async () => {
    running = await startLocalRenderer(0, options());
  });
  afterAll(() => running?.stop());
  return renderer;
}

/** The text of a PDF's first page. */
export async function readText({ pdf }: PagePrint): Promise<string> {
  return (await openPdf(await pdf.read(0, pdf.sizeBytes))).text(1);
}

/** A public address. Tests send no packet to it. */
export const PUBLIC_ADDRESS: CheckedAddress = { address: '93.184.216.34', family: 4 };
export const LOOPBACK_ADDRESS: CheckedAddress = { address: '127.0.0.1', family: 4 };

/** Resolves each name to its answers in turn; the last answer repeats. */
export function fakeResolver(
  names: Readonly<Record<string, readonly (readonly CheckedAddress[])[]>>,
): Resolver {
  const asked = new Map<string, number>();
  return (name) => {
    const answers = names[name];
    const turn = asked.get(name) ?? 0;
    asked.set(name, turn + 1);
    const answer = answers?.[Math.min(turn, answers.length - 1)];
    return answer ? Promise.resolve(answer) : Promise.reject(new Error(`no such name: ${name}`));
  };
}

/** Connects the public address to a port of this machine, and every other address to itself. */
export const fakeDial =
  (publicPort: () => number) =>
  ([first]: readonly CheckedAddress[], port: number) =>
    first?.address === PUBLIC_ADDRESS.address
      ? connect(publicPort(), '127.0.0.1')
      : connect(port, first?.address ?? '');

export async function readBytes({ body }: PrintedPdf): Promise<Uint8Array> {
  if (body instanceof Uint8Array) return body;
  const chunks: Uint8Array[] = [];
  for await (const chunk of body) chunks.push(chunk);
  return Buffer.concat(chunks);
}
