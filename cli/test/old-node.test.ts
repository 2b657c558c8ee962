import { execFile } from 'node:child_process';
import { expect, test } from 'vitest';

const START = `Object.defineProperty(process.versions, 'node', { value: '20.19.0' });
Object.defineProperty(process, 'version', { value: 'v20.19.0' });
await import(${JSON.stringify(new URL('../platen.ts', import.meta.url).href)});`;

test('an older Node is refused with the version that is needed', async () => {
  const ended = await new Promise((resolve) => {
    execFile(process.execPath, ['--input-type=module', '--eval', START], (error, out, err) =>
      resolve([error?.code, out, err]),
    );
  });
  expect(ended).toEqual([1, '', 'platen needs Node 22 or newer. This is v20.19.0.\n']);
});
