import { realpath, stat } from 'node:fs/promises';
import { basename, isAbsolute, relative, resolve, sep } from 'node:path';
import { AssetNames, canBeAsset } from './asset-names.ts';
import type { Notes } from './notes.ts';
import { readBytes } from './read-file.ts';

/** An address with a scheme or a server. */
const ELSEWHERE = /^(?:[a-z][a-z0-9+.-]*:|\/\/)/i;

export interface Place {
  /** For notes. */
  readonly file: string;
  readonly line: number | null;
}

/** The files that a page uses. Only those in its folder are read, whatever the page says. */
export class LocalFiles {
  readonly assets = new Map<string, Uint8Array>();
  readonly #root: string;
  readonly #notes: Notes;
  readonly #names = new AssetNames();

  /** @param root absolute, without links */
  constructor(root: string, notes: Notes) {
    this.#root = root;
    this.#notes = notes;
  }

  /** The address of the asset that the file becomes. Null leaves the address as it is. @param folder that it starts from */
  async toAsset(address: string, folder: string, place: Place): Promise<string | null> {
    const path = await this.find(address, folder, place);
    if (path === null) return null;
    if (!canBeAsset(path)) {
      this.#note(
        place,
        `"${address}" cannot be an asset: only WOFF2, TTF, OTF, PNG, JPEG, WebP, SVG and ICC can`,
      );
      return null;
    }
    const name = this.#names.give(path, basename(path));
    if (!this.assets.has(name)) this.assets.set(name, await readBytes(path));
    return `platen-asset://${name}`;
  }

  /** The absolute path of a file. It is null if the address is no file of the folder. */
  async find(address: string, folder: string, place: Place): Promise<string | null> {
    if (address.startsWith('data:') || address.startsWith('#') || address.startsWith('platen-asset:'))
      return null;
    if (ELSEWHERE.test(address)) {
      const isFont = /^(?:https?:)?\/\/fonts\.(?:googleapis|gstatic)\.com\//i.test(address);
      const hint = isFont ? '; upload the font as an asset, and it needs no server' : '';
      this.#note(
        place,
        `"${address.slice(0, 200)}" is on another server, and is loaded at each print${hint}`,
      );
      return null;
    }
    const path = await resolveFile(address, address.startsWith('/') ? this.#root : folder);
    if (path === null) {
      this.#note(place, `"${address.slice(0, 200)}" was not found`);
      return null;
    }
    const inner = relative(this.#root, path);
    // The path to another drive of Windows is absolute.
    if (inner.startsWith(`..${sep}`) || inner === '..' || isAbsolute(inner)) {
      this.#note(place, `"${address.slice(0, 200)}" is outside of the folder, and was not read`);
      return null;
    }
    return path;
  }

  #note({ file, line }: Place, text: string): void {
    this.#notes.add(file, line, text);
  }
}

/** Links are followed, so that the check above sees where the file is. It is null for a folder, such as that of an empty address. */
async function resolveFile(address: string, folder: string): Promise<string | null> {
  const [path = ''] = address.split(/[?#]/);
  try {
    const found = await realpath(resolve(folder, `./${decodeURIComponent(path)}`));
    return (await stat(found)).isFile() ? found : null;
  } catch {
    return null;
  }
}
