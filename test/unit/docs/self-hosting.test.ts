import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { inProject } from '../../../scripts/project.ts';

/** The image has one folder for its data, and one port. */
const FIXED_IN_THE_IMAGE = ['STATE_DIR', 'HOST', 'PORT'];

const read = (path: string): string => readFileSync(inProject(path), 'utf8');

function settings(): string[] {
  const [, table = ''] = /^## Settings$([^]*?)^## /m.exec(read('docs/self-hosting.md')) ?? [];
  return [...table.matchAll(/^\| (`[^|]+)\|/gm)].flatMap(([, cell = '']) => cell.match(/[A-Z_]+/g) ?? []);
}

test('server/compose.yaml passes on each setting of docs/self-hosting.md that the image does not fix', () => {
  const names = settings();
  const compose = read('server/compose.yaml');
  const passed = [...compose.matchAll(/^ +([A-Z_]+): \$\{\1:/gm)].map(([, name]) => name);
  expect(passed.toSorted()).toEqual(names.filter((name) => !FIXED_IN_THE_IMAGE.includes(name)).toSorted());
});

test('server/kubernetes.yaml has the user, the port, the folders and the settings of the image', () => {
  const manifest = read('server/kubernetes.yaml');
  const dockerfile = read('server/Dockerfile');
  const one = (text: string, pattern: RegExp): string => pattern.exec(text)?.[1] ?? 'none';
  expect(one(manifest, /runAsUser: (\d+)/)).toBe(one(dockerfile, /^USER (\d+):/m));
  expect(one(manifest, /containerPort: (\d+)/)).toBe(one(dockerfile, /^EXPOSE (\d+)/m));
  expect(one(manifest, /name: data, mountPath: (\S+) /)).toBe(one(dockerfile, /^VOLUME (\S+)/m));
  const mounted = [...manifest.matchAll(/name: memory, mountPath: ([^,\s]+)/g)].map(([, path]) => path);
  const [, memory = ''] = /tmpfs: \[(.*)\]/.exec(read('server/compose.yaml')) ?? [];
  expect(mounted).toEqual([...memory.matchAll(/'([^':]+)[^']*'/g)].map(([, path]) => path));
  const names = [...manifest.matchAll(/- name: ([A-Z_]+)$/gm)].map(([, name]) => name);
  expect(names.length).toBeGreaterThan(0);
  expect(settings()).toEqual(expect.arrayContaining(names));
});
