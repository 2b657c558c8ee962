import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';

/** The files of one answer, or of one call of a webhook, in a folder of their own. An archive is unpacked beside itself. */
export function keepFiles(folder: string, name: string, bytes: Uint8Array): void {
  mkdirSync(folder, { recursive: true });
  const path = join(folder, basename(name));
  writeFileSync(path, bytes);
  if (name.endsWith('.zip')) execFileSync('unzip', ['-qo', path, '-d', folder]);
}

export const listFiles = (folder: string): string[] => {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
};

/** `*_0.pdf` stands for a name that ends in this. */
export function findFile(folder: string, name: string): string {
  const files = listFiles(folder);
  const found = name.startsWith('*_')
    ? files.find((file) => file.includes(name.slice(2)))
    : files.find((file) => file === name);
  if (found === undefined) throw new Error(`there is no ${name} among ${files.join(', ') || 'no files'}`);
  return join(folder, found);
}

export const listPdfs = (folder: string): string[] =>
  listFiles(folder)
    .filter((file) => file.toLowerCase().endsWith('.pdf'))
    .map((file) => join(folder, file));

export function readFilename(disposition: string): string | null {
  const [, extended] = /filename\*=UTF-8''([^;]+)/i.exec(disposition) ?? [];
  if (extended !== undefined) return decodeURIComponent(extended);
  return /filename="?([^";]+)"?/i.exec(disposition)?.[1] ?? null;
}
