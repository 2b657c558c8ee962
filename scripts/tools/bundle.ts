/** Measures the Worker's modules and writes docs/bundle.md. */
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { BUNDLE_BUDGET, measureBundle } from '../build/bundle.ts';
import { inProject } from '../project.ts';

const missed = (value: number, budget: number): string => (value > budget ? ': **missed**' : '');

const kilobytes = (bytes: number): string => `${(bytes / 1000).toFixed(0)} KB`;

const { gzipBytes, dashboardGzipBytes, laterGzipBytes, startupMs } = await measureBundle();
const page = `# The Worker's modules

Written by \`npm run tool -- bundle\`. A test checks the sizes. The start-up is measured by the command alone.

| | Now | Budget |
| --- | --: | --: |
| main module, gzip | ${kilobytes(gzipBytes)} | ${kilobytes(BUNDLE_BUDGET.gzipBytes)} |
| dashboard's routes, gzip | ${kilobytes(dashboardGzipBytes)} | ${kilobytes(BUNDLE_BUDGET.dashboardGzipBytes)} |
| start-up CPU | ${startupMs.toFixed(0)} ms | ${BUNDLE_BUDGET.startupMs} ms${missed(startupMs, BUNDLE_BUDGET.startupMs)} |

The main module is what a deployment starts with: the module that \`wrangler.toml\` names and all of its static imports.
Every isolate evaluates it. Code that a generation does not need is in modules of its own, which are loaded at first use:
the dashboard's routes (\`/console\`) with sign-in, and the clients of external stores. Sizes are those of the files that a
deployment uploads, each compressed. The start-up time is the active time in a CPU profile of a new isolate.
It is the least of five runs on the machine that wrote this page. \`wrangler check startup\` takes the same profile.
Cloudflare allows 10 MB for all modules and one second. The budget is far below that, because an isolate starts while a client waits.

Other code is loaded at first use too. These are the sizes that it adds, gzip:

| | Size |
| --- | --: |
${Object.entries(laterGzipBytes)
  .map(([what, bytes]) => `| ${what} | ${kilobytes(bytes)} |`)
  .join('\n')}

The code that draws header, footer and watermark into a printed PDF is in the main module
([decision 37](decisions/0037-finishing-without-a-library.md)).
`;
const PAGE = inProject('docs/bundle.md');
writeFileSync(PAGE, page);
execFileSync(process.execPath, [inProject('node_modules/oxfmt/bin/oxfmt'), PAGE]);
console.log(
  `Main module: ${kilobytes(gzipBytes)} gzip. Dashboard: ${kilobytes(dashboardGzipBytes)} gzip. ` +
    `Start-up: ${startupMs.toFixed(0)} ms CPU.`,
);
const within =
  gzipBytes <= BUNDLE_BUDGET.gzipBytes &&
  dashboardGzipBytes <= BUNDLE_BUDGET.dashboardGzipBytes &&
  startupMs <= BUNDLE_BUDGET.startupMs;
process.exitCode = within ? 0 : 1;
