/** The image's program: a renderer that runs until it is told to stop. */
import { PRINTING_FLAGS } from '../../printing-flags.ts';
import { configurationOf } from './configuration.ts';
import { startRenderer } from './renderer-server.ts';

const log = (line: object): void => console.log(JSON.stringify(line));

try {
  const renderer = await startRenderer({ ...configurationOf(process.env), flags: PRINTING_FLAGS });
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
