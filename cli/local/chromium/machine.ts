import { accessSync, constants, statSync } from 'node:fs';
import { homedir } from 'node:os';

/** The facts about the machine that the search for a Chromium needs. */
export interface Machine {
  readonly platform: NodeJS.Platform;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly home: string;
}

export const thisMachine = (env: Machine['env'] = process.env): Machine => ({
  platform: process.platform,
  env,
  home: homedir(),
});

export function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}
