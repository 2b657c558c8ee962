import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { z } from 'zod';
import { descendants, signalAll } from './process-tree.ts';
import { inProject } from './project.ts';

/** The renderer beside the service, in a process of its own. */
export interface RendererProcess {
  readonly url: string;
  /** The root of its process tree; Chromium is below it. */
  readonly pid: number;
  /** Finishes what prints, and ends it. */
  stop(): Promise<void>;
  /** SIGKILL to the whole tree. */
  kill(): void;
}

export const rendererReady = z.object({ event: z.literal('RENDERER_READY'), url: z.url() });

const SHUTDOWN_MS = 10_000;

/** @throws {Error} it does not start; what it printed is on the standard error */
export async function startRendererProcess(): Promise<RendererProcess> {
  const child = spawn(process.execPath, [inProject('scripts/renderer.ts'), '--port', '0'], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    // Ctrl-C in a terminal is for the parent, which ends this one in good order.
    detached: true,
  });
  const pid = child.pid ?? 0;
  const ended = once(child, 'exit');
  const failed = ended.then(() => Promise.reject(new Error('The renderer did not start.')));
  const [message] = await Promise.race([once(child, 'message'), failed]);
  failed.catch(() => {});
  const { url } = rendererReady.parse(message);
  const kill = () => signalAll([...descendants(pid), pid], 'SIGKILL');
  const stop = async () => {
    const timer = setTimeout(kill, SHUTDOWN_MS).unref();
    child.kill('SIGTERM');
    await ended;
    clearTimeout(timer);
  };
  return { url, pid, stop, kill };
}
