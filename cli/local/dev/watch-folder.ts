import { type FSWatcher, readdirSync, watch } from 'node:fs';
import { basename, join } from 'node:path';
import { CommandFailure } from '../../command.ts';

/** Folders that no template reads. A folder with a dot before its name is left out too. */
const IGNORED = new Set(['node_modules', 'snapshots']);

/** An editor writes a file in several steps. They are over after this time without another one. */
const SETTLE_MS = 8;

const isIgnored = (name: string): boolean => name.startsWith('.') || IGNORED.has(name);

/** Calls `onChange` when files below a folder have changed. */
export class FolderWatch {
  readonly #root: string;
  readonly #onChange: () => void;
  readonly #onFault: (error: unknown) => void;
  readonly #watchers = new Map<string, FSWatcher>();
  #timer: ReturnType<typeof setTimeout> | null = null;

  /**
   * @param onFault is called if the system watches no more folders, after the first time
   * @throws {CommandFailure} the system watches no more folders
   */
  constructor(root: string, onChange: () => void, onFault: (error: unknown) => void) {
    this.#root = root;
    this.#onChange = onChange;
    this.#onFault = onFault;
    this.#watchFolders();
  }

  close(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    for (const watcher of this.#watchers.values()) watcher.close();
    this.#watchers.clear();
  }

  /** One watcher for each folder: on Linux, a recursive one of Node watches each file, and misses new folders. */
  #watchFolders(): void {
    const folders = new Set(listFolders(this.#root));
    for (const [folder, watcher] of this.#watchers) {
      if (!folders.has(folder)) this.#forget(folder, watcher);
    }
    for (const folder of folders) if (!this.#watchers.has(folder)) this.#watch(folder);
  }

  #watch(folder: string): void {
    try {
      const watcher = watch(folder, (event, name) => {
        // The folder itself was deleted or moved. Another one may have its name at once.
        if (event === 'rename' && name === basename(folder)) this.#forget(folder, watcher);
        if (name === null || !isIgnored(name)) this.#note();
      });
      // Windows reports a deleted folder so.
      watcher.on('error', () => {
        this.#forget(folder, watcher);
        this.#note();
      });
      this.#watchers.set(folder, watcher);
    } catch (cause) {
      const code = cause instanceof Error && 'code' in cause ? cause.code : null;
      if (code === 'ENOENT') return;
      const hint = code === 'ENOSPC' ? ['Raise fs.inotify.max_user_watches.'] : [];
      throw new CommandFailure(`${folder} cannot be watched: ${String(cause)}`, hint, { cause });
    }
  }

  #forget(folder: string, watcher: FSWatcher): void {
    watcher.close();
    if (this.#watchers.get(folder) === watcher) this.#watchers.delete(folder);
  }

  #note(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#timer = null;
      try {
        this.#watchFolders();
      } catch (error) {
        this.#onFault(error);
      }
      this.#onChange();
    }, SETTLE_MS);
  }
}

function listFolders(root: string): string[] {
  const found = [root];
  for (const folder of found) {
    for (const entry of readFolder(folder)) {
      if (entry.isDirectory() && !isIgnored(entry.name)) found.push(join(folder, entry.name));
    }
  }
  return found;
}

/** A folder may be deleted while the others are read. */
function readFolder(path: string) {
  try {
    return readdirSync(path, { withFileTypes: true });
  } catch {
    return [];
  }
}
