import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { buildProject } from '../../build/build-project.ts';
import { readProject } from '../../project/read-project.ts';
import { folderWith } from '../support/project-folder.ts';

const projectWith = (build: unknown, content = '<p class="p-4">{{name}}</p>') =>
  folderWith({
    'platen.json': { format: 1 },
    'partials/foot.hbs': '<i class="italic"></i>',
    'templates/a/template.hbs': content,
    'templates/a/settings.json': { name: 'A', build },
    'templates/b/template.hbs': 'plain',
    'templates/b/settings.json': { name: 'B' },
  });

/** Installs a program that says how it was started, as npm does. */
async function install(folder: string, name: string, script: string): Promise<void> {
  const path = join(folder, 'node_modules/.bin', name);
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, `#!/bin/sh\n${script}\n`);
  await chmod(path, 0o755);
}

const contentOf = async (folder: string): Promise<string | undefined> =>
  (await buildProject(await readProject(folder))).templates.find(({ slug }) => slug === 'a')?.content;

describe('build in settings.json', () => {
  test('runs mjml over the template', async () => {
    const folder = await projectWith('mjml', '<mjml>{{name}}</mjml>');
    await install(folder, 'mjml', 'echo "<!-- $@ -->"; cat');
    expect(await contentOf(folder)).toBe('<!-- -i -s -->\n<mjml>{{name}}</mjml>');
  });

  test('puts the CSS of tailwindcss into the template', async () => {
    const folder = await projectWith('tailwind');
    await install(folder, 'tailwindcss', 'echo "/* $@"; cat; echo " */"');
    const content = await contentOf(folder);
    expect(content).toContain('/* -i - -o - --minify');
    expect(content).toContain('@import "tailwindcss" source(none);\n@source "./*.hbs";');
    expect(content).toContain('@source "./../../partials/*.hbs";');
    expect(content).toContain('<p class="p-4">{{name}}</p>');
    await writeFile(join(folder, 'templates/a/tailwind.css'), '@import "tailwindcss";');
    expect(await contentOf(folder)).toContain('@import "./tailwind.css";');
  });

  test('runs a command of the project', async () => {
    const folder = await projectWith({ command: ['node', '-e', 'console.log("<b>{{x}}</b>")'] });
    expect(await contentOf(folder)).toBe('<b>{{x}}</b>\n');
  });

  test('keeps the key of the service from the program', async () => {
    vi.stubEnv('PLATEN_API_KEY', 'pk_live_secret');
    onTestFinished(() => void vi.unstubAllEnvs());
    const command = ['node', '-e', 'console.log(JSON.stringify(process.env))'];
    expect(await contentOf(await projectWith({ command }))).not.toContain('pk_live_secret');
  });

  test('changes no other template and no file', async () => {
    const folder = await projectWith({ command: ['node', '-e', 'console.log(1)'] });
    const project = await readProject(folder);
    const built = await buildProject(project);
    expect(built.templates[1]).toBe(project.templates[1]);
    expect(built.templates[0]?.files).toBe(project.templates[0]?.files);
    const plain = { ...project, templates: project.templates.slice(1) };
    expect(await buildProject(plain)).toBe(plain);
  });

  test.each([
    ['a program that is not installed', { command: ['no-such-program-of-platen'] }, 'cannot be run'],
    [
      'a program that fails',
      { command: ['node', '-e', 'console.error("why"); process.exit(3)'] },
      'exit code 3',
    ],
    ['an unknown word', 'sass', 'build must be'],
    ['a command that is a text', { command: 'rm -rf' }, 'build must be'],
    ['an empty command', { command: [] }, 'build must be'],
    ['a command of numbers', { command: ['node', 5] }, 'build must be'],
  ])('says what is wrong with %s', async (_, build, message) => {
    await expect(contentOf(await projectWith(build))).rejects.toThrow(message);
  });
});
