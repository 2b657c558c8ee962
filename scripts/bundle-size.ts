/** Measures the Worker's modules against its budget and writes the numbers to docs/bundle.md. */
import { writeFileSync } from 'node:fs';
import { BUNDLE_BUDGET, measureBundle } from './bundle.ts';
import { inProject } from './project.ts';

const kilobytes = (bytes: number): string => `${(bytes / 1000).toFixed(0)} KB`;

const { gzipBytes, dashboardGzipBytes, startupMs } = await measureBundle();
const page = `# The Worker's modules

Written by \`node scripts/bundle-size.ts\`; a test holds the budget.

| | Now | Budget |
| --- | --: | --: |
| main module, gzip | ${kilobytes(gzipBytes)} | ${kilobytes(BUNDLE_BUDGET.gzipBytes)} |
| dashboard's routes, gzip | ${kilobytes(dashboardGzipBytes)} | ${kilobytes(BUNDLE_BUDGET.dashboardGzipBytes)} |
| start-up CPU | ${startupMs.toFixed(0)} ms | ${BUNDLE_BUDGET.startupMs} ms |

The main module is the one that a deployment starts with, and all that it imports statically: every isolate
evaluates it. What generating does not need are modules of their own, which are loaded when they are first used: the
dashboard's routes (\`/console\`) with what signs people in, and the clients of external stores. Sizes are those of the
files which a deployment uploads, each compressed. The start-up time is the active CPU time of the profile that
\`wrangler check startup\` takes, the least of five runs on the machine that wrote this page. Cloudflare's limits are
10 MB for all modules and one second; the budget is far below them because an isolate starts while somebody waits.
`;
writeFileSync(inProject('docs/bundle.md'), page);
console.log(
  `main module ${kilobytes(gzipBytes)} gzip, start-up ${startupMs.toFixed(0)} ms CPU, dashboard ${kilobytes(dashboardGzipBytes)} gzip`,
);
const within =
  gzipBytes <= BUNDLE_BUDGET.gzipBytes &&
  dashboardGzipBytes <= BUNDLE_BUDGET.dashboardGzipBytes &&
  startupMs <= BUNDLE_BUDGET.startupMs;
process.exitCode = within ? 0 : 1;
