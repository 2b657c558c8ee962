import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The path of a file of this package, from its source and from what npm installs. */
export const inPackage = (...parts: string[]): string => join(packageFolder(), ...parts);

function packageFolder(): string {
  let folder = dirname(fileURLToPath(import.meta.url));
  while (!isPackage(join(folder, 'package.json'))) folder = dirname(folder);
  return folder;
}

const isPackage = (manifest: string): boolean =>
  existsSync(manifest) && readFileSync(manifest, 'utf8').includes('"name": "@platen/cli"');
