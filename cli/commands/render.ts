import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { type Command, CommandFailure, EXIT, UsageError } from '../command.ts';
import type { Io } from '../io.ts';
import { LocalPrinter } from '../local/chromium/local-printer.ts';
import { composeDocument } from '../local/compose-document.ts';
import { describeProblem, findProblems } from '../local/problems.ts';
import { findSample } from '../local/sample-files.ts';
import { describeReport } from '../local/snapshots/snapshot.ts';
import { findTemplate } from '../local/find-template.ts';
import { readOptions } from '../options.ts';
import { buildProject } from '../build/build-project.ts';
import { FileProblems } from '../project/json-file.ts';
import { readProject } from '../project/read-project.ts';

const usage = `Usage: platen render [template] [options]

Prints a template of the folder on this machine's Chromium. It sends nothing to the service.

  template             the name of its folder; a folder that is one template needs none
  --sample <name>      the sample to print; by default the first one
  --data <file>        a JSON file instead of a sample; - reads the standard input
  --locale <locale>    such as de-DE; by default that of the template
  -o, --output <file>  the PDF; by default the filename that the template gives it
  --folder <path>      the project; by default this folder

PLATEN_CHROMIUM names the Chrome or Chromium to print with.`;

export const render: Command = {
  name: 'render',
  summary: "print a template on this machine's Chromium",
  usage,
  async run(args, io) {
    const { values, positionals } = readOptions(args, {
      options: {
        sample: { type: 'string' },
        data: { type: 'string' },
        locale: { type: 'string' },
        output: { type: 'string', short: 'o' },
        folder: { type: 'string', default: '.' },
      },
      allowPositionals: true,
    });
    if (positionals.length > 1) throw new UsageError('There can be one template.');
    if (values.sample !== undefined && values.data !== undefined)
      throw new UsageError('Use --sample or --data, not both.');
    const project = await buildProject(await readProject(resolve(io.cwd, values.folder)));
    const template = findTemplate(project, positionals[0]);
    const { name, data } =
      values.data === undefined
        ? findSample(template, values.sample)
        : { name: null, data: await readData(values.data, io) };
    const printer = await LocalPrinter.open(io.env, 1);
    try {
      const terms = { data, locale: values.locale, now: Date.now(), isEncrypted: true };
      const { job, filename } = await composeDocument(project, template, terms);
      const { bytes, report } = await printer.print(job, io.signal);
      const path = resolve(io.cwd, values.output ?? filename);
      await writePdf(path, bytes);
      for (const line of describeReport(report)) io.err(`warning: ${line}`);
      io.out(`${path} (${report.pageCount === 1 ? '1 page' : `${report.pageCount} pages`})`);
      return EXIT.ok;
    } catch (error) {
      const origin = { project, template, sample: name };
      const problems = findProblems(error, origin);
      const lines = problems.flatMap((problem) => [describeProblem(problem), ...problem.excerpt]);
      throw new CommandFailure(`${template.slug} was not printed.`, lines, { cause: error });
    } finally {
      await printer.close();
    }
  },
};

/** Creates the folder. @throws {CommandFailure} */
async function writePdf(path: string, bytes: Uint8Array): Promise<void> {
  try {
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, bytes);
  } catch (cause) {
    const message = cause instanceof Error ? cause.message : String(cause);
    throw new CommandFailure(`The PDF cannot be written to ${path}: ${message}`, [], { cause });
  }
}

/** @throws {CommandFailure} it is no JSON object */
async function readData(file: string, io: Io): Promise<Record<string, unknown>> {
  const problems = new FileProblems();
  const data = problems.parseObject('data', await readInput(file, io));
  if (data === null) throw new CommandFailure(`The data cannot be read from ${file}.`, problems.list);
  return data;
}

async function readInput(file: string, io: Io): Promise<string> {
  try {
    return file === '-' ? await io.readInput() : await readFile(resolve(io.cwd, file), 'utf8');
  } catch (cause) {
    const message = cause instanceof Error ? cause.message : String(cause);
    throw new CommandFailure(`The data cannot be read from ${file}: ${message}`, [], { cause });
  }
}
