/** Runs after `npm ci`. The npm package of Node has 67 MB of C headers, and the project compiles no addons. */
import { readdirSync, rmSync } from 'node:fs';

const MODULES = new URL('../../node_modules/', import.meta.url);

for (const name of readdirSync(MODULES)) {
  if (/^node-(bin-)?(darwin|linux|win)-/.test(name)) {
    rmSync(new URL(`${name}/include`, MODULES), { recursive: true, force: true });
  }
}
