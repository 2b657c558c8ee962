/** `npm run check`: what can be checked without running the product. `npm run check -- lint` does one of its steps. */
import { runCommand } from './packages/run-command.ts';

const STEPS: Readonly<Record<string, readonly string[]>> = {
  types: [
    'tsc -p tsconfig.worker-tests.json',
    'tsc -p tsconfig.node.json',
    'tsc -p tsconfig.dashboard.json',
    'tsc -p packages/client/tsconfig.json --noEmit',
    'tsc -p packages/pdf/tsconfig.json --noEmit',
    'tsc -p packages/print-engine/tsconfig.json --noEmit',
    'tsc -p packages/print-engine/in-page/scripts',
  ],
  lint: ['oxlint --type-aware --deny-warnings'],
  expressions: ['node scripts/packages/check-regular-expressions.ts'],
  dead: ['knip'],
  licenses: ['node scripts/packages/check-licenses.ts'],
  limits: ['node scripts/tools/limits.ts --check'],
  format: ['oxfmt --check'],
};

const [step] = process.argv.slice(2);
if (step !== undefined && !(step in STEPS)) {
  console.error(`Usage: npm run check -- [${Object.keys(STEPS).join(' | ')}]`);
  process.exit(2);
}
for (const [name, commands] of Object.entries(STEPS)) {
  if (step === undefined || step === name) commands.forEach((command) => runCommand(command));
}
