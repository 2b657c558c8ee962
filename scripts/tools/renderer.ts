/** Runs the container's renderer as a local process. [--port N] */
import { parseArgs } from 'node:util';
import { startLocalRenderer } from '../local/local-renderer.ts';
import { readEgress } from '../local/read-egress.ts';

const { values } = parseArgs({
  options: { port: { type: 'string', default: '8788' }, egress: { type: 'string' } },
});

try {
  const renderer = await startLocalRenderer(Number(values.port), { egress: await readEgress(values.egress) });
  const stop = (): void => void renderer.stop().then(() => process.exit());
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, stop);
  if (process.send) {
    process.send({ event: 'RENDERER_READY', url: renderer.url });
    // The parent process has ended.
    process.once('disconnect', stop);
  }
  console.log(`The renderer listens at ${renderer.url}. Press Ctrl-C to stop it when its jobs have finished.

To print with it, set these variables for the service. The token is in .dev.vars.

RENDERER=container RENDERER_URL=${renderer.url} RENDERER_TOKEN=…
`);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
