import { stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { unzipSync } from 'fflate';
import { isJsonObject } from '../../../../schema/json-object.ts';
import { CommandFailure } from '../../command.ts';
import type { Notes } from '../notes.ts';
import { listFiles, parseJson, readBytes, readText } from '../read-files.ts';

/** An entity of jsreport: a template, an asset, data, a script. */
export interface Entity {
  /** For notes. */
  readonly file: string;
  readonly set: string;
  readonly name: string;
  readonly shortid: string | null;
  readonly fields: Readonly<Record<string, unknown>>;
  /** The content of an asset. Null for other entities. */
  readonly bytes: Uint8Array | null;
}

/** The limit of one entry of an archive. */
const MAX_ENTRY_BYTES = 20_000_000;

/** The limit of all entries together, because a small archive can contain much. */
const MAX_ARCHIVE_BYTES = 200_000_000;

/** Reads an export (`.jsrexport`, a zip), or the folder of jsreport's store with a `config.json` for each entity. */
export async function readEntities(path: string, notes: Notes): Promise<Entity[]> {
  const isFolder = (await stat(path)).isDirectory();
  const entities = isFolder ? await readFolder(path) : readArchive(await readBytes(path), path, notes);
  if (entities.every(({ set }) => set !== 'templates'))
    throw new CommandFailure(`${path} has no templates of jsreport.`);
  return entities;
}

function readArchive(bytes: Uint8Array, path: string, notes: Notes): Entity[] {
  const files = unzip(bytes, path, notes);
  return Object.entries(files).flatMap(([file, content]) => {
    const [set = ''] = file.split('/');
    if (file === 'metadata.json' || set === file) return [];
    const fields = parseJson(new TextDecoder().decode(content), `${path}: ${file}`);
    return isJsonObject(fields) ? [toEntity(file, set, fields, null)] : [];
  });
}

function unzip(bytes: Uint8Array, path: string, notes: Notes): Record<string, Uint8Array> {
  let total = 0;
  try {
    return unzipSync(bytes, {
      filter: ({ name, originalSize }) => {
        if (!name.endsWith('.json')) return false;
        if (originalSize > MAX_ENTRY_BYTES) {
          notes.add(name, null, `has more than ${MAX_ENTRY_BYTES} bytes`);
          return false;
        }
        total += originalSize;
        if (total > MAX_ARCHIVE_BYTES)
          throw new CommandFailure(`The files in ${path} have more than ${MAX_ARCHIVE_BYTES} bytes.`);
        return true;
      },
    });
  } catch (cause) {
    if (cause instanceof CommandFailure) throw cause;
    throw new CommandFailure(`${path} is no export of jsreport: it is no zip.`, [], { cause });
  }
}

async function readFolder(folder: string): Promise<Entity[]> {
  const files = await listFiles(folder);
  const entities: Entity[] = [];
  for (const file of files.filter((each) => basename(each) === 'config.json')) {
    const fields = parseJson(await readText(join(folder, file)), join(folder, file));
    if (!isJsonObject(fields) || typeof fields.$entitySet !== 'string') continue;
    const inner = dirname(file);
    const beside = files.filter((each) => dirname(each) === inner && each !== file);
    const texts: Record<string, unknown> = {};
    let bytes: Uint8Array | null = null;
    for (const each of beside) {
      const [, field = ''] = /([\w-]+)\.\w+$/.exec(basename(each)) ?? [];
      if (fields.$entitySet === 'assets' && field === 'content') bytes = await readBytes(join(folder, each));
      else texts[field.replace(/^chrome-/, '')] = await readText(join(folder, each));
    }
    entities.push(toEntity(inner, fields.$entitySet, { ...fields, ...texts }, bytes));
  }
  return entities;
}

function toEntity(
  file: string,
  set: string,
  fields: Readonly<Record<string, unknown>>,
  bytes: Uint8Array | null,
): Entity {
  const { name, shortid } = fields;
  return {
    file,
    set,
    name: typeof name === 'string' ? name : basename(file).replace(/\.json$/, ''),
    shortid: typeof shortid === 'string' ? shortid : null,
    fields,
    bytes: bytes ?? toBytes(fields.content, set),
  };
}

/** The bytes of an asset in an export are Base64. */
function toBytes(content: unknown, set: string): Uint8Array | null {
  if (set !== 'assets') return null;
  const encoded = isJsonObject(content) ? (content.$$buffer ?? content.data) : content;
  if (Array.isArray(encoded)) return Uint8Array.from(encoded, Number);
  return typeof encoded === 'string' ? new Uint8Array(Buffer.from(encoded, 'base64')) : null;
}
