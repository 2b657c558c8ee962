import { execFileSync, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { inProject } from '../../scripts/project.ts';
import { LONGEST_MS, type Peer, PEER_FOLDER, PEER_MARGIN_MM, TookTooLong } from './peer.ts';
import { endTree } from './peer-servers.ts';

const margins = `${PEER_MARGIN_MM}mm`;

/** The folder of what is built or installed for the benchmark. */
const TOOLS = '.platen/peers';

const WEASYPRINT = '70.0';

/** A program that starts for each document. A file of HTML and one for the PDF follow the options. */
interface Program {
  readonly name: string;
  readonly command: string;
  readonly options: readonly string[];
}

/** Returns the programs that the machine can run. It prints the names of those that are left out. */
export const findPrograms = (): readonly Peer[] => [...findWeasyPrint(), ...findWkhtmltopdf()];

/** Returns WeasyPrint, or an empty list without Python. */
export function findWeasyPrint(): readonly Peer[] {
  const command = installWeasyPrint();
  if (command === null) return [];
  return [toPeer({ name: 'WeasyPrint', command, options: ['--quiet', '--encoding', 'utf-8'] })];
}

function findWkhtmltopdf(): readonly Peer[] {
  if (!isInstalled('wkhtmltopdf')) {
    console.error('wkhtmltopdf is not measured, because it is not installed.');
    return [];
  }
  const options = ['--quiet', ...['-T', '-R', '-B', '-L'].flatMap((side) => [side, margins])];
  return [toPeer({ name: 'wkhtmltopdf', command: 'wkhtmltopdf', options })];
}

/** @returns its command, or null without Python */
function installWeasyPrint(): string | null {
  const folder = inProject(TOOLS, `weasyprint-${WEASYPRINT}`);
  const command = join(folder, 'bin', 'weasyprint');
  if (existsSync(command)) return command;
  if (!isInstalled('python3')) {
    console.error('WeasyPrint is not measured, because Python is not installed.');
    return null;
  }
  console.error(`Installing WeasyPrint ${WEASYPRINT} ...`);
  execFileSync('python3', ['-m', 'venv', folder], { stdio: 'inherit' });
  execFileSync(join(folder, 'bin', 'pip'), ['install', '--quiet', `weasyprint==${WEASYPRINT}`], {
    stdio: 'inherit',
  });
  return command;
}

/** @returns the file of the program, or null without Go */
export function buildGotenberg(): string | null {
  if (!isInstalled('go', 'version')) {
    console.error('Gotenberg is not measured, because Go is not installed.');
    return null;
  }
  const program = inProject(TOOLS, 'gotenberg');
  console.error('Building Gotenberg. The first time takes minutes ...');
  execFileSync('go', ['build', '-o', program, '.'], {
    cwd: inProject(PEER_FOLDER, 'gotenberg'),
    stdio: 'inherit',
  });
  return program;
}

function isInstalled(command: string, question = '--version'): boolean {
  try {
    execFileSync(command, [question], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** Returns a peer that reads and writes files, because `wkhtmltopdf` writes no PDF to a pipe that Node made. */
const toPeer = ({ name, command, options }: Program): Peer => ({
  name,
  hasBands: false,
  async print({ html }) {
    const folder = await mkdtemp(join(tmpdir(), 'platen-peer-'));
    try {
      const [source, pdf] = [join(folder, 'document.html'), join(folder, 'document.pdf')];
      await writeFile(source, html);
      await runInTime(command, [...options, source, pdf]);
      return await readFile(pdf);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  },
  stop: () => Promise.resolve(),
});

/** @throws {TookTooLong} @throws {Error} it failed; the message has the end of its output */
async function runInTime(command: string, args: readonly string[]): Promise<void> {
  const child = spawn(command, args, { stdio: ['ignore', 'ignore', 'pipe'] });
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    endTree(child);
  }, LONGEST_MS);
  const closed = new Promise<readonly [number | null, NodeJS.Signals | null]>((resolve, reject) => {
    child.once('close', (code, signal) => resolve([code, signal])).once('error', reject);
  });
  const [output, [code, signal]] = await Promise.all([text(child.stderr), closed]);
  clearTimeout(timer);
  if (isLate) throw new TookTooLong();
  if (code !== 0) throw new Error(`ended with ${signal ?? code}: ${output.trim().slice(-200)}`);
}
