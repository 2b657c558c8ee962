/** Runs soak and chaos, as each night. [--minutes N] [--seed N], by default 2 and the seed of the day. */
import { execFile } from 'node:child_process';
import { parseArgs } from 'node:util';
import { inProject } from '../../scripts/project.ts';

const RUNS = [
  ['soak', 'browser-run'],
  ['chaos', 'container'],
] as const;

/** `20261126`: each day tries other requests. With the seed of the output, you can repeat them. */
const TODAY = new Date().toISOString().slice(0, 10).replaceAll('-', '');

const { values } = parseArgs({
  options: { seed: { type: 'string', default: TODAY }, minutes: { type: 'string', default: '2' } },
});

interface Ended {
  readonly code: number;
  readonly output: string;
}

function run(command: string, renderer: string): Promise<Ended> {
  const script = inProject(`labs/tools/${command}.ts`);
  const options = ['--minutes', values.minutes, '--renderer', renderer, '--seed', values.seed];
  return new Promise((resolve) => {
    const child = execFile(process.execPath, [script, ...options], (_, stdout, stderr) => {
      resolve({ code: child.exitCode ?? 1, output: `${stderr}${stdout}` });
    });
  });
}

// It prints a line for each run, and the whole output of one that failed. The last line is that of a test run.
let failed = 0;
for (const [command, renderer] of RUNS) {
  const { code, output } = await run(command, renderer);
  if (code !== 0) {
    failed += 1;
    console.log(output);
  }
  console.log(
    `${command}, ${values.minutes} minutes, ${renderer}, seed ${values.seed}: ${code === 0 ? 'all holds' : 'failed'}`,
  );
}
console.log(`${RUNS.length - failed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
