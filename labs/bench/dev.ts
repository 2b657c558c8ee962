import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { StarterName } from '../../dashboard/starters/starters.ts';
import { LocalPrinter } from '../../cli/local/chromium/local-printer.ts';
import { composeDocument } from '../../cli/local/compose-document.ts';
import { startDevServer } from '../../cli/local/dev/dev-server.ts';
import { findSample } from '../../cli/local/sample-files.ts';
import { readProject } from '../../cli/project/read-project.ts';
import { DevViewer } from '../../cli/test/support/dev-viewer.ts';
import { starterFolder } from '../../scripts/generate/read-starter.ts';
import { prepareLocalBrowser } from '../../scripts/local/local-browser.ts';
import { median, milliseconds, race, ratio, table, target } from './measure.ts';

const DOCUMENTS: readonly StarterName[] = ['invoice', 'report', 'book'];
const ROUNDS = { rounds: 30, warmUp: 5, idleMs: 100 };

/** The longest time from the save of a file to the PDF in the page that still feels immediate. */
const MAX_MS = 300;

interface Times {
  readonly alone: number;
  readonly message: number;
  readonly pdf: number;
}

/** Compares a save under `platen dev` with composing and printing the same document without files, watching and HTTP. */
export async function benchDev(): Promise<string> {
  const { executablePath } = await prepareLocalBrowser();
  const printer = await LocalPrinter.open({ ...process.env, PLATEN_CHROMIUM: executablePath });
  try {
    const rows = [
      ['Document', 'Print alone', 'Save to message', 'Save to PDF', 'To print alone', 'Target (ms)'],
    ];
    for (const name of DOCUMENTS) {
      const { alone, message, pdf } = await measure(name, printer);
      const goal = target(pdf, { atMost: MAX_MS });
      rows.push([
        name,
        milliseconds(alone),
        milliseconds(message),
        milliseconds(pdf),
        ratio(pdf / alone),
        goal,
      ]);
    }
    return `## \`platen dev\`

From the save of \`template.hbs\` to the message to the page, and to the PDF there, on the headless shell. Medians. "Print alone" composes and
prints the same document in the same process. A save also waits for the end of the write, reads the files, and uses HTTP.

${table(rows)}`;
  } finally {
    await printer.close();
  }
}

async function measure(name: StarterName, printer: LocalPrinter): Promise<Times> {
  const directory = mkdtempSync(join(tmpdir(), 'platen-dev-'));
  cpSync(starterFolder(name), directory, { recursive: true });
  const onFault = (error: unknown) => console.error(error);
  const server = await startDevServer({ directory, printer, port: 0, onFault });
  const viewer = await DevViewer.open(server.url);
  try {
    await viewer.next('print');
    const messages: number[] = [];
    const times = await race(
      {
        alone: () => printAlone(directory, printer),
        save: async () => messages.push(await save(directory, viewer, server.url)),
      },
      ROUNDS,
    );
    return {
      alone: median(times.alone ?? []),
      message: median(messages.slice(ROUNDS.warmUp)),
      pdf: median(times.save ?? []),
    };
  } finally {
    viewer.close();
    await server.close();
    rmSync(directory, { recursive: true, force: true });
  }
}

async function printAlone(directory: string, printer: LocalPrinter): Promise<void> {
  const project = await readProject(directory);
  const [template] = project.templates;
  if (template === undefined) throw new Error(`${directory} has no template.`);
  const { data } = findSample(template);
  const { job } = await composeDocument(project, template, { data, now: Date.now(), isEncrypted: false });
  await printer.print(job);
}

let saves = 0;

/** Saves the template, and waits for the PDF. @returns the milliseconds to the message */
async function save(directory: string, viewer: DevViewer, url: string): Promise<number> {
  const path = join(directory, 'template.hbs');
  saves += 1;
  const text = readFileSync(path, 'utf8').replace(/\n?<!-- \d+ -->$/, '');
  const startedAt = performance.now();
  writeFileSync(path, `${text}\n<!-- ${saves} -->`);
  const { id } = await viewer.next('print');
  const messageMs = performance.now() - startedAt;
  await (await fetch(`${url}prints/${id}.pdf`)).arrayBuffer();
  return messageMs;
}
