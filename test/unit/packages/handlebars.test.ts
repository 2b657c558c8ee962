import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inProject } from '../../../scripts/project.ts';
import { buildForWorkerd, Workerd } from '../../support/compose/workerd.ts';
import { checkTypes, installPackage, packPackage, runInNode } from '../../support/packed-package.ts';

const MANIFEST = inProject('packages/handlebars/package.json');

const RENDER = `
import { TemplateEngine, TemplateEnvironment } from '@platen/handlebars';
const environment = new TemplateEnvironment({ shout: (text) => String(text).toUpperCase() });
const text = new TemplateEngine(environment).render('Hello {{shout name}}!', { name: 'Ada' });
`;

const TYPED = `
import { type Helper, LimitExceeded, TemplateEngine, TemplateEnvironment } from '@platen/handlebars';
const shout: Helper = (text: string) => text.toUpperCase();
const text: string = new TemplateEngine(new TemplateEnvironment({ shout })).render('', {});
const kind: 'steps' | string = new LimitExceeded('steps', 1).kind + text;
// @ts-expect-error a template is text
new TemplateEngine(new TemplateEnvironment()).render(1, kind);
`;

let directory: string;
let project: string;
let manifest: string;
beforeAll(async () => {
  manifest = await readFile(MANIFEST, 'utf8');
  directory = await mkdtemp(join(tmpdir(), 'platen-package-'));
  project = join(directory, 'project');
  await installPackage(await packPackage('packages/handlebars', directory), project);
});
afterAll(() => rm(directory, { recursive: true, force: true }));

describe('@platen/handlebars, packed and installed in an empty project', () => {
  test('renders in Node', async () => {
    await writeFile(join(project, 'render.js'), `${RENDER} console.log(text);`);

    expect(await runInNode(project, 'render.js')).toBe('Hello ADA!\n');
  });

  test('renders in workerd', async () => {
    await writeFile(
      join(project, 'worker.js'),
      `${RENDER} export default { fetch: () => Response.json(text) };`,
    );
    await writeFile(
      join(project, 'wrangler.toml'),
      'name = "packed"\nmain = "worker.js"\ncompatibility_date = "2026-10-01"\n',
    );
    const config = await buildForWorkerd(
      join(project, 'wrangler.toml'),
      'worker.js',
      join(directory, 'built'),
    );
    const workerd = await Workerd.start(config);
    try {
      expect(await workerd.ask('/')).toBe('Hello ADA!');
    } finally {
      await workerd.stop();
    }
  });

  test('has types', async () => {
    await writeFile(join(project, 'typed.ts'), TYPED);

    await checkTypes(project, 'typed.ts');
  });

  test('leaves the sources as they were', async () => {
    const source = join(directory, 'repository/packages/handlebars/package.json');

    expect(await readFile(source, 'utf8')).toBe(manifest);
  });
});
