import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { inProject } from '../../../scripts/project.ts';

/** The image has one folder for its data, and one port. */
const FIXED_IN_THE_IMAGE = ['STATE_DIR', 'HOST', 'PORT'];

test('server/compose.yaml passes on each setting of docs/self-hosting.md that the image does not fix', () => {
  const page = readFileSync(inProject('docs/self-hosting.md'), 'utf8');
  const [, table = ''] = /^## Settings$([^]*?)^## /m.exec(page) ?? [];
  const names = [...table.matchAll(/^\| (`[^|]+)\|/gm)].flatMap(
    ([, cell = '']) => cell.match(/[A-Z_]+/g) ?? [],
  );
  const compose = readFileSync(inProject('server/compose.yaml'), 'utf8');
  const passed = [...compose.matchAll(/^ +([A-Z_]+): \$\{\1:/gm)].map(([, name]) => name);
  expect(passed.toSorted()).toEqual(names.filter((name) => !FIXED_IN_THE_IMAGE.includes(name)).toSorted());
});
