import { once } from 'node:events';
import { resolve } from 'node:path';
import { type Command, EXIT, UsageError } from '../command.ts';
import { LocalPrinter } from '../local/chromium/local-printer.ts';
import { startDevServer } from '../local/dev/dev-server.ts';
import { readOptions } from '../options.ts';
import { readProject } from '../project/read-project.ts';

const usage = `Usage: platen dev [folder] [--port <number>]

Shows the templates of the folder in the browser, and prints again after each save. It listens on 127.0.0.1 only, and
sends nothing to the service. Ctrl+C ends it.

  folder           the project; by default this folder
  --port <number>  by default 4700, or a free one

PLATEN_CHROMIUM names the Chrome or Chromium to print with.`;

export const dev: Command = {
  name: 'dev',
  summary: 'preview the templates in the browser while they are edited',
  usage,
  async run(args, io) {
    const { values, positionals } = readOptions(args, {
      options: { port: { type: 'string' } },
      allowPositionals: true,
    });
    if (positionals.length > 1) throw new UsageError('There can be one folder.');
    const directory = resolve(io.cwd, positionals[0] ?? '.');
    const port = readPort(values.port);
    await readProject(directory);
    const printer = await LocalPrinter.open(io.env);
    try {
      const server = await startDevServer({
        directory,
        printer,
        port,
        onFault: (error) => io.err(String(error)),
      });
      io.out(`${server.url} (Chromium ${printer.chromiumVersion}). Ctrl+C ends it.`);
      if (!io.signal.aborted) await once(io.signal, 'abort');
      await server.close();
      return EXIT.ok;
    } finally {
      await printer.close();
    }
  },
};

/** @throws {UsageError} */
function readPort(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const port = Number(text);
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    throw new UsageError('--port is a number from 0 to 65535.');
  return port;
}
