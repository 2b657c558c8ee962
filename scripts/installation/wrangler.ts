import { spawn } from 'node:child_process';
import { inProject } from '../project.ts';

const WRANGLER = inProject('node_modules/wrangler/bin/wrangler.js');

const QUIET = {
  WRANGLER_LOG: 'log',
  WRANGLER_SEND_METRICS: 'false',
  WRANGLER_SEND_ERROR_REPORTS: 'false',
  WRANGLER_HIDE_BANNER: 'true',
  WRANGLER_WRITE_LOGS: 'false',
  WRANGLER_NO_SKILLS_UPDATE_PROMPTS: 'true',
} as const;

export class WranglerFailed extends Error {
  override readonly name = 'WranglerFailed';
}

/** Returns the output. @throws {WranglerFailed} the message contains its output */
export async function runWrangler(args: readonly string[]): Promise<string> {
  const child = spawn(process.execPath, [WRANGLER, ...args], {
    cwd: inProject(),
    env: { ...process.env, ...QUIET },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  }
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject).once('close', resolve);
  });
  if (code !== 0) throw new WranglerFailed(`wrangler ${args[0]} failed:\n${output}`);
  return output;
}
