import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { folderWith } from './support/project-folder.ts';

test('Ctrl+C ends a command that waits for the service', async () => {
  const cwd = await folderWith({ 'platen.json': { format: 1 } });
  const silent = createServer();
  silent.listen(0, '127.0.0.1');
  await once(silent, 'listening');
  const { port } = silent.address() as AddressInfo;
  const env = { ...process.env, PLATEN_URL: `http://127.0.0.1:${port}`, PLATEN_API_KEY: 'key' };
  const program = join(import.meta.dirname, '../platen.ts');
  const child = spawn(process.execPath, [program, 'pull'], { cwd, env, stdio: 'ignore' });
  onTestFinished(() => {
    child.kill('SIGKILL');
    silent.closeAllConnections();
    silent.close();
  });
  await once(silent, 'request');
  const ended = once(child, 'exit');
  child.kill('SIGINT');
  expect(await ended).toEqual([null, 'SIGINT']);
});
