import type { ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { listen } from '../../renderer/container/image/listen.ts';
import type { BuiltImage } from './build-image.ts';
import type { ImageRoot } from './image-root.ts';

/** An image's entrypoint, at work. */
export interface ImageServer {
  readonly url: string;
  readonly token: string;
  /** What it has printed until now. */
  readonly output: () => string;
  /** Sends what `docker stop` sends. @returns its exit code @throws {Error} it does not end in time */
  stop(): Promise<number | null>;
}

const HEALTHY_MS = 30_000;
const STOPPED_MS = 30_000;
const POLL_MS = 250;

/** Starts the entrypoint on a free port of loopback. @throws {Error} it is not healthy in time */
export async function startServer(root: ImageRoot, image: BuiltImage): Promise<ImageServer> {
  const [port, token] = [await freePort(), randomBytes(24).toString('hex')];
  const { directory } = image;
  const environment = { ...image.environment, HOST: '127.0.0.1', PORT: String(port) };
  const child = root.start(image.entrypoint, {
    directory,
    // tini is process 1 in a container, which orphans fall to: here it has to ask for them.
    environment: { ...environment, RENDERER_TOKEN: token, TINI_SUBREAPER: '' },
  });
  const output = collect(child);

  const deadline = Date.now() + HEALTHY_MS;
  const isHealthy = (): Promise<boolean> =>
    root.run(['sh', '-c', image.healthcheck], { directory, environment }).then(
      () => true,
      () => false,
    );
  while (!(await isHealthy())) {
    const ended = child.signalCode ?? child.exitCode;
    if (ended !== null) throw new Error(`It ended with ${ended}:\n${output()}`);
    if (Date.now() > deadline) throw new Error(`It is not healthy after ${HEALTHY_MS} ms:\n${output()}`);
    await delay(POLL_MS);
  }
  return { url: `http://127.0.0.1:${port}`, token, output, stop: () => stop(child) };
}

async function stop(child: ChildProcess): Promise<number | null> {
  const ended = once(child, 'exit', { signal: AbortSignal.timeout(STOPPED_MS) });
  child.kill('SIGTERM');
  await ended;
  return child.exitCode;
}

function collect(child: ChildProcess): () => string {
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => (output += text));
  }
  return () => output;
}

async function freePort(): Promise<number> {
  const server = createServer();
  const port = await listen(server, 0, '127.0.0.1');
  server.close();
  await once(server, 'close');
  return port;
}
