import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { buildOnce, type Product } from '../../../scripts/build/build-once.ts';
import { inProject } from '../../../scripts/project.ts';

let directory: string;
let source: string;
let made: number;
let product: Product;

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'platen-build-'));
  source = join(directory, 'source');
  await mkdir(source);
  await writeFile(join(source, 'one.txt'), 'one');
  made = 0;
  product = {
    name: `test-${basename(directory)}`,
    directory: join(directory, 'product'),
    sources: [source],
    make: async (into) => {
      made += 1;
      await writeFile(join(into, 'made.txt'), await readFile(join(source, 'one.txt')));
    },
  };
});

const mark = (suffix = ''): string => inProject('dist/marks', `${product.name}${suffix}`);

afterEach(async () => {
  await rm(directory, { recursive: true, force: true });
  await rm(mark(), { force: true });
});

const content = (): Promise<string> => readFile(join(product.directory, 'made.txt'), 'utf8');

test('builds a product once, and again when a source was changed, added or renamed', async () => {
  await buildOnce(product);
  await buildOnce(product);
  expect([made, await content()]).toEqual([1, 'one']);

  await writeFile(join(source, 'one.txt'), 'two');
  await buildOnce(product);
  expect([made, await content()]).toEqual([2, 'two']);

  await writeFile(join(source, 'more.txt'), '');
  await buildOnce(product);
  expect(made).toBe(3);
});

test('builds it again when its directory was deleted', async () => {
  await buildOnce(product);
  await rm(product.directory, { recursive: true });
  await buildOnce(product);
  expect([made, await content()]).toEqual([2, 'one']);
});

test('builds it once for several parallel callers, which all wait for it', async () => {
  await Promise.all([1, 2, 3].map(() => buildOnce(product).then(content)));
  expect(made).toBe(1);
});

test('takes over the lock of a process that died during the build', async () => {
  await mkdir(inProject('dist/marks'), { recursive: true });
  // No process has this pid: the highest pid of Linux is about four million.
  await symlink('99999999', mark('.lock'));
  await mkdir(`${product.directory}.99999999`);
  await buildOnce(product);
  expect([made, await content()]).toEqual([1, 'one']);
  expect(await readdir(directory)).toEqual(['product', 'source']);
});

test('takes over a lock without an owner', async () => {
  await mkdir(inProject('dist/marks'), { recursive: true });
  await writeFile(mark('.lock'), '');
  await buildOnce(product);
  expect([made, await content()]).toEqual([1, 'one']);
});

test('keeps the previous build if a build fails, and tries again the next time', async () => {
  await buildOnce(product);
  await writeFile(join(source, 'one.txt'), 'two');
  const broken = { ...product, make: () => Promise.reject(new Error('broken')) };
  await expect(buildOnce(broken)).rejects.toThrow('broken');
  expect(await content()).toBe('one');
  expect(await readdir(directory)).toEqual(['product', 'source']);
  await buildOnce(product);
  expect(await content()).toBe('two');
});
