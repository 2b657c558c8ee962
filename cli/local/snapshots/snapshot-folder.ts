import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readIfThere } from '../../lib/files.ts';
import { writeJson } from '../../project/json-file.ts';
import { decodePng, encodePng } from '../pdf/png.ts';
import type { Picture } from '../pdf/pdf-pages.ts';
import { type Snapshot, snapshot } from './snapshot.ts';

/** A file of a snapshot is damaged, for example by a merge. */
export class UnreadableSnapshot extends Error {
  override readonly name = 'UnreadableSnapshot';
}

const JSON_FILE = /^(.+)\.json$/;
const PICTURE_FILE = /^(.+)\.page-\d{1,5}\.png$/;

/** `snapshots/` of a template: `default.json`, `default.page-1.png` … for the sample `default`. */
export class SnapshotFolder {
  readonly path: string;

  constructor(path: string) {
    this.path = path;
  }

  /** @returns null if there is none @throws {UnreadableSnapshot} */
  async read(name: string): Promise<Snapshot | null> {
    const text = await readIfThere(this.#json(name));
    if (text === null) return null;
    try {
      return snapshot.parse(JSON.parse(text.toString('utf8')));
    } catch (cause) {
      throw new UnreadableSnapshot(`${name}.json is no snapshot`, { cause });
    }
  }

  /** @returns null if there is none @throws {UnreadableSnapshot} */
  async readPicture(name: string, page: number): Promise<Picture | null> {
    const bytes = await readIfThere(this.#picture(name, page));
    if (bytes === null) return null;
    try {
      return decodePng(bytes);
    } catch (cause) {
      throw new UnreadableSnapshot(`${name}.page-${page}.png is no PNG`, { cause });
    }
  }

  /** Replaces all of its files. */
  async write(name: string, taken: Snapshot, pictures: readonly Picture[]): Promise<void> {
    await mkdir(this.path, { recursive: true });
    await this.remove(name);
    for (const [index, picture] of pictures.entries())
      await writeFile(this.#picture(name, index + 1), encodePng(picture));
    await writeFile(this.#json(name), writeJson(taken));
  }

  async remove(name: string): Promise<void> {
    const files = (await this.#list()).filter((file) => nameOf(file) === name);
    await Promise.all(files.map((file) => rm(join(this.path, file))));
  }

  /** The samples that have a snapshot or a part of one. */
  async names(): Promise<string[]> {
    const names = (await this.#list()).map(nameOf).filter((name) => name !== null);
    return [...new Set(names)].toSorted();
  }

  async #list(): Promise<string[]> {
    return readdir(this.path).catch(() => []);
  }

  #json = (name: string): string => join(this.path, `${name}.json`);

  #picture = (name: string, page: number): string => join(this.path, `${name}.page-${page}.png`);
}

const nameOf = (file: string): string | null =>
  (PICTURE_FILE.exec(file) ?? JSON_FILE.exec(file))?.[1] ?? null;
