/** Measures the Worker's script against its budget and writes the numbers to docs/bundle.md. */
import { writeFileSync } from 'node:fs';
import { BUNDLE_BUDGET, measureBundle } from './bundle.ts';
import { inProject } from './project.ts';

const kilobytes = (bytes: number): string => `${(bytes / 1000).toFixed(0)} KB`;

const { gzipBytes, startupMs } = await measureBundle();
const page = `# The Worker's script

Written by \`node scripts/bundle-size.ts\`; a test holds the budget.

| | Now | Budget |
| --- | --: | --: |
| script, gzip | ${kilobytes(gzipBytes)} | ${kilobytes(BUNDLE_BUDGET.gzipBytes)} |
| start-up CPU | ${startupMs.toFixed(0)} ms | ${BUNDLE_BUDGET.startupMs} ms |

The size is that of the files which a deployment uploads, each compressed. The start-up time is the active
CPU time of the profile that \`wrangler check startup\` takes, the least of five runs on the machine that
wrote this page. Cloudflare's limits are 10 MB and one second; the budget is far below them because an
isolate starts while somebody waits. What the generate route does not need (clients of external stores) is loaded
when it is first used.
`;
writeFileSync(inProject('docs/bundle.md'), page);
console.log(`script ${kilobytes(gzipBytes)} gzip, start-up ${startupMs.toFixed(0)} ms CPU`);
process.exitCode = gzipBytes > BUNDLE_BUDGET.gzipBytes || startupMs > BUNDLE_BUDGET.startupMs ? 1 : 0;
