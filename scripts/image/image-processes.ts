import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { commandLine } from '../process-tree.ts';

/** A process of the image, as the machine sees it. */
export interface ImageProcess {
  readonly pid: number;
  readonly commandLine: string;
  /** By the image's names; all of its user ids (real, effective, saved, of files), where they differ. */
  readonly user: string;
  /** A field of `/proc/PID/status`, such as `Seccomp`; empty when the kernel has none. */
  readonly status: (field: string) => string;
  /** Its variables, as it was started with them. */
  readonly environment: string;
}

/** Names the mount namespace of a process. @throws {Error} the process has ended */
export const mountNamespaceOf = (pid: number | 'self'): string => readlinkSync(`/proc/${pid}/ns/mnt`);

/**
 * The processes of a mount namespace, which no process leaves by becoming somebody's orphan.
 *
 * @param users the image's `/etc/passwd`
 * @throws {Error} it is the namespace of this process
 */
export function processesIn(namespace: string, users: string): ImageProcess[] {
  if (namespace === mountNamespaceOf('self')) throw new Error('That is not the namespace of an image.');
  return readdirSync('/proc')
    .filter((entry) => /^\d+$/.test(entry))
    .flatMap((entry) => {
      try {
        const pid = Number(entry);
        return mountNamespaceOf(pid) === namespace ? [describe(pid, users)] : [];
      } catch {
        // It ended between the listing and the reading.
        return [];
      }
    });
}

function describe(pid: number, users: string): ImageProcess {
  const text = readFileSync(`/proc/${pid}/status`, 'utf8');
  const fields = new Map(
    text.split('\n').map((line): [string, string] => {
      const [name = '', value = ''] = line.split(/:\s*/, 2);
      return [name, value];
    }),
  );
  const status = (field: string): string => fields.get(field) ?? '';
  const ids = new Set(status('Uid').split(/\s+/));
  const user = Array.from(ids, (id) => nameOf(id, users)).join(' and ');
  const environment = readFileSync(`/proc/${pid}/environ`, 'utf8');
  return { pid, commandLine: commandLine(pid), user, status, environment };
}

const nameOf = (id: string, users: string): string =>
  users
    .split('\n')
    .map((line) => line.split(':'))
    .find(([, , uid]) => uid === id)?.[0] ?? id;
