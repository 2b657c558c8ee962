/** Lists known vulnerabilities of what is delivered. If the registry does not answer, it fails nothing. */
import { spawnSync } from 'node:child_process';
import { readReport } from '../packages/audit-report.ts';
import { inProject } from '../project.ts';

const { stdout } = spawnSync(
  'npm',
  ['audit', '--omit=dev', '--json', '--fetch-timeout=20000', '--fetch-retries=1'],
  {
    cwd: inProject(),
    encoding: 'utf8',
    shell: process.platform === 'win32',
    timeout: 120_000,
  },
);
const found = readReport(stdout ?? '');
if (found === null) {
  console.warn('The dependencies were NOT audited: the registry did not answer.');
} else if (found.length > 0) {
  console.error(`Packages with known vulnerabilities:\n  ${found.join('\n  ')}`);
  process.exitCode = 1;
} else {
  console.log('No known vulnerabilities.');
}
