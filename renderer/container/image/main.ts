/** The entry point of the image. SIGTERM stops the renderer when its jobs have finished. */
import { PRINTING_FLAGS } from '@platen/print-engine';
import { readConfiguration } from './configuration.ts';
import { startRenderer } from './renderer-server.ts';

const log = (line: object): void => console.log(JSON.stringify(line));

try {
  const renderer = await startRenderer({ ...readConfiguration(process.env), flags: PRINTING_FLAGS });
  log({ event: 'ready', port: renderer.port });
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.once(signal, () => {
      log({ event: 'draining', signal });
      void renderer.stop().then(() => log({ event: 'stopped' }));
    });
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
