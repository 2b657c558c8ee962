/** `npm run renderer`: the container's renderer as a process of this machine. */
import { parseArgs } from 'node:util';
import { startLocalRenderer } from './local-renderer.ts';

const { values } = parseArgs({ options: { port: { type: 'string', default: '8788' } } });

try {
  const renderer = await startLocalRenderer(Number(values.port));
  const stop = (): void => void renderer.stop().then(() => process.exit());
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, stop);
  if (process.send) {
    process.send({ event: 'RENDERER_READY', url: renderer.url });
    // A parent that died without a word leaves nothing to render for.
    process.once('disconnect', stop);
  }
  console.log(`The renderer listens at ${renderer.url} (Ctrl-C stops it when its jobs are done).

A service that prints with it has these variables; the token is in .dev.vars:

RENDERER=container RENDERER_URL=${renderer.url} RENDERER_TOKEN=…
`);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
