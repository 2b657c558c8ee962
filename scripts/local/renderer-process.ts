import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { z } from 'zod';
import { descendants, signalAll } from './process-tree.ts';
import { inProject } from '../project.ts';

export interface RendererProcess {
  readonly url: string;
  /** Chromium is a descendant of this process. */
  readonly pid: number;
  readonly ended: Promise<unknown>;
  /** Finishes running jobs, then ends the process. */
  stop(): Promise<void>;
  kill(): void;
}

const rendererReady = z.object({ event: z.literal('RENDERER_READY'), url: z.url() });

const SHUTDOWN_MS = 10_000;

/**
 * @param egress see `readEgress`
 * @throws {Error} it does not start; its output is on standard error
 */
export async function startRendererProcess(egress?: string): Promise<RendererProcess> {
  const options = ['--port', '0', ...(egress === undefined ? [] : ['--egress', egress])];
  const child = spawn(process.execPath, [inProject('scripts/tools/renderer.ts'), ...options], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    // Otherwise Ctrl-C in a terminal would end this process before its parent stops it.
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
  return { url, pid, ended, stop, kill };
}
