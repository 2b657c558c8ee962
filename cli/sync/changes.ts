import { sha256 } from '../project/hash.ts';
import type { FileState } from '../project/state.ts';

/** The action of a pull on one file. */
export type FileChange =
  /** The disk has what the service has, or the service has nothing new. */
  | { readonly kind: 'keep' }
  | { readonly kind: 'write'; readonly content: string | Uint8Array }
  | { readonly kind: 'delete' }
  /** Both have changed since they last agreed. */
  | { readonly kind: 'conflict' };

interface Compared {
  /** It is null if there is no such file. */
  readonly disk: string | Uint8Array | null;
  /** The content that the service has. It is null if it has no such file. */
  readonly service: string | Uint8Array | null;
  /** The content that a pull writes, if it is not `service`: a file can have fields that only commands read. */
  readonly written?: string | null;
  /** The time at which they last agreed. Absent if that is not known. */
  readonly base: FileState | undefined;
  /** Of two changes, that of the service holds. */
  readonly isForced: boolean;
  /** JSON that is only formatted in another way is the same. */
  readonly isJson?: boolean;
}

export function compareFile({
  disk,
  service,
  written = null,
  base,
  isForced,
  isJson = false,
}: Compared): FileChange {
  const wanted = written ?? service;
  if (isSame(disk, wanted, isJson)) return { kind: 'keep' };
  const isServiceNew = hashOf(service) !== (base?.service ?? base?.disk ?? null);
  const isDiskNew = hashOf(disk) !== (base?.disk ?? null);
  if (!isServiceNew) return { kind: 'keep' };
  if (isDiskNew && !isForced) return { kind: 'conflict' };
  return wanted === null ? { kind: 'delete' } : { kind: 'write', content: wanted };
}

const hashOf = (content: string | Uint8Array | null): string | null =>
  content === null ? null : sha256(content);

function isSame(
  disk: string | Uint8Array | null,
  wanted: string | Uint8Array | null,
  isJson: boolean,
): boolean {
  if (disk === null || wanted === null) return disk === wanted;
  if (sha256(disk) === sha256(wanted)) return true;
  return isJson && typeof disk === 'string' && typeof wanted === 'string' && isSameJson(disk, wanted);
}

function isSameJson(one: string, other: string): boolean {
  try {
    return JSON.stringify(JSON.parse(one)) === JSON.stringify(JSON.parse(other));
  } catch {
    return false;
  }
}

/** The state of a file after the disk and the service agree, or after the disk has kept its own content. */
export const toFileState = (disk: string | Uint8Array, service: string | Uint8Array): FileState => {
  const [diskHash, serviceHash] = [sha256(disk), sha256(service)];
  return diskHash === serviceHash ? { disk: diskHash } : { disk: diskHash, service: serviceHash };
};
