/** `npm run audit`: known vulnerabilities of what is delivered. Without an answer of the registry, it says so and fails nothing. */
import { spawnSync } from 'node:child_process';
import { inProject } from '../project.ts';

interface Report {
  readonly vulnerabilities?: Readonly<Record<string, { readonly severity: string; readonly range?: string }>>;
}

/** Null: the registry did not answer. */
export function readReport(output: string): string[] | null {
  const start = output.indexOf('{');
  if (start === -1) return null;
  const { vulnerabilities } = JSON.parse(output.slice(start)) as Report;
  if (vulnerabilities === undefined) return null;
  return Object.entries(vulnerabilities).map(
    ([name, { severity, range }]) => `${name}: ${severity}${range === undefined ? '' : ` (${range})`}`,
  );
}

function main(): void {
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
}

if (import.meta.main) main();
