import { spawn } from 'node:child_process';

/** The commands that open an address in the person's browser. */
const OPENERS: Partial<Record<NodeJS.Platform, readonly [string, ...string[]]>> = {
  darwin: ['open'],
  win32: ['cmd', '/c', 'start', ''],
};

/** @param failed is called if no browser could be opened */
export function openInBrowser(url: string, failed: () => void): void {
  const [program, ...args] = OPENERS[process.platform] ?? ['xdg-open'];
  const child = spawn(program, [...args, url], { stdio: 'ignore', detached: true });
  child.once('error', failed);
  child.once('exit', (code) => {
    if (code !== 0 && code !== null) failed();
  });
  child.unref();
}
