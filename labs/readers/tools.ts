import { execFile, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';

/** The result of a tool. It does not throw: a wrong password has to fail. */
export interface ToolRun {
  readonly exitCode: number;
  readonly output: string;
}

const MAX_OUTPUT_BYTES = 500_000_000;

export const run = (tool: string, args: readonly string[]): Promise<ToolRun> =>
  new Promise((resolve) => {
    execFile(tool, args, { maxBuffer: MAX_OUTPUT_BYTES, encoding: 'utf8' }, (error, stdout, stderr) => {
      const exitCode = error === null ? 0 : typeof error.code === 'number' ? error.code : -1;
      resolve({ exitCode, output: `${stdout}${stderr}` });
    });
  });

/** Returns the hash of a tool's output. @throws {Error} the tool failed */
export async function runToHash(tool: string, args: readonly string[]): Promise<string> {
  const child = spawn(tool, args, { stdio: ['ignore', 'pipe', 'ignore'] });
  const ended = once(child, 'close');
  const hash = createHash('sha256');
  for await (const piece of child.stdout) hash.update(piece);
  const [exitCode] = await ended;
  if (exitCode !== 0) throw new Error(`${tool} ended with ${exitCode}`);
  return hash.digest('hex');
}

/** The Debian package of each tool. */
const TOOLS: Readonly<Record<string, string>> = {
  qpdf: 'qpdf',
  pdfinfo: 'poppler-utils',
  pdfdetach: 'poppler-utils',
  pdfimages: 'poppler-utils',
  pdftoppm: 'poppler-utils',
  pdftotext: 'poppler-utils',
  unzip: 'unzip',
};

/** Returns the tools that are not installed, and a message with their packages, or null if none is missing. */
export async function findMissing(
  tools: readonly string[],
): Promise<{ readonly tools: readonly string[]; readonly message: string | null }> {
  const missing: string[] = [];
  for (const tool of tools) if ((await run('which', [tool])).exitCode !== 0) missing.push(tool);
  const packages = [...new Set(missing.map((tool) => TOOLS[tool]))].join(' ');
  const message = `These tools are not installed: ${missing.join(', ')}. Install them: apt-get install ${packages}`;
  return { tools: missing, message: missing.length === 0 ? null : message };
}

/** @throws {Error} names the tools that are not installed, and their packages */
export async function requireTools(): Promise<void> {
  const { message } = await findMissing(Object.keys(TOOLS));
  if (message !== null) throw new Error(`${message}. Nothing was checked.`);
}

/** The problems of a PDF. The list is empty if there are none. */
export type Problems = readonly string[];

/** The first lines of what a tool said. */
const quote = ({ output }: ToolRun): string => output.trim().split('\n').slice(-3).join(' / ').slice(0, 300);

export async function expectSuccess(tool: string, args: readonly string[]): Promise<Problems> {
  const ran = await run(tool, args);
  return ran.exitCode === 0 ? [] : [`${tool} ${args.slice(0, -1).join(' ')}: ${quote(ran)}`];
}
