/** `npm run check`: what can be checked without running the product. `npm run check -- lint` does one of its steps. */
import { exec } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { delimiter } from 'node:path';
import { inProject } from './project.ts';

/** One checker: several of them would each check the types that the files share. */
const TSC = 'tsc --checkers 1 --noEmit -p';

const STEPS: Readonly<Record<string, readonly string[]>> = {
  types: [
    `${TSC} tsconfig.worker-tests.json`,
    `${TSC} tsconfig.node.json`,
    `${TSC} tsconfig.dashboard.json`,
    `${TSC} packages/client/tsconfig.json`,
    `${TSC} packages/e-invoice/tsconfig.json`,
    `${TSC} packages/meter/tsconfig.json`,
    `${TSC} packages/pdf/tsconfig.json`,
    `${TSC} packages/print-engine/tsconfig.json`,
    `${TSC} packages/print-engine/in-page/scripts`,
  ],
  dead: ['knip'],
  limits: ['node scripts/tools/limits.ts --check'],
  schema: ['node scripts/tools/schema-tables.ts --check'],
  generated: ['node scripts/generate/check-generated.ts'],
  expressions: ['node scripts/packages/check-regular-expressions.ts'],
  readers: ['node scripts/packages/check-readers.ts'],
  format: ['oxfmt --check'],
  licenses: ['node scripts/packages/check-licenses.ts'],
  // Last, because it keeps two processors busy by itself.
  lint: ['oxlint --type-aware --deny-warnings'],
};

/** tsc and oxlint run for a short time, so they collect garbage only at a limit of memory. oxlint takes 3.3 GB without it. */
const OPTIONS = {
  cwd: inProject(),
  env: {
    ...process.env,
    PATH: [inProject('node_modules/.bin'), process.env.PATH].join(delimiter),
    GOGC: 'off',
    GOMEMLIMIT: '4GiB',
  },
  maxBuffer: Infinity,
};

const run = (command: string): Promise<void> =>
  new Promise((resolve) => {
    exec(command, OPTIONS, (error, stdout, stderr) => {
      process.stdout.write(stdout);
      process.stderr.write(stderr);
      if (error !== null) {
        console.error(`Failed: ${command}`);
        process.exitCode = 1;
      }
      resolve();
    });
  });

const [step] = process.argv.slice(2);
if (step !== undefined && !(step in STEPS)) {
  console.error(`Usage: npm run check -- [${Object.keys(STEPS).join(' | ')}]`);
  process.exit(2);
}
const waiting = step === undefined ? Object.values(STEPS).flat() : [...(STEPS[step] ?? [])];
const lanes = Array.from({ length: availableParallelism() }, async () => {
  for (let command = waiting.shift(); command !== undefined; command = waiting.shift()) await run(command);
});
await Promise.all(lanes);
