import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Returns whether this machine has qpdf. The other properties are checked without it. */
export const hasQpdf = (): boolean => spawnSync('qpdf', ['--version']).status === 0;

/** Returns the problems that `qpdf --check` finds in a PDF. The list is empty if it finds none. */
export function problemsOfQpdf(bytes: Uint8Array, password: string | null): string[] {
  const directory = mkdtempSync(join(tmpdir(), 'platen-qpdf-'));
  try {
    const file = join(directory, 'case.pdf');
    writeFileSync(file, bytes);
    const { status, stdout, stderr } = spawnSync('qpdf', ['--check', `--password=${password ?? ''}`, file], {
      encoding: 'utf8',
    });
    return status === 0 ? [] : [`qpdf ends with ${status}: ${stdout}${stderr}`.slice(0, 1_000)];
  } finally {
    rmSync(directory, { recursive: true });
  }
}
