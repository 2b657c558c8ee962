import { join } from 'node:path';
import { expect, test } from 'vitest';
import { SnapshotFolder } from '../../local/snapshots/snapshot-folder.ts';
import { listCases, titleOf } from '../../local/snapshots/test-cases.ts';
import { readTestSettings } from '../../local/snapshots/test-settings.ts';
import type { Project, ProjectTemplate } from '../../project/project.ts';
import { readProject } from '../../project/read-project.ts';
import { folderWith } from '../support/project-folder.ts';

async function projectWith(files: Readonly<Record<string, unknown>>): Promise<[Project, ProjectTemplate]> {
  const project = await readProject(
    await folderWith({
      'platen.json': {},
      'templates/card/template.hbs': 'Hi',
      'templates/card/settings.json': { name: 'Card' },
      ...files,
    }),
  );
  const [template] = project.templates;
  if (template === undefined) throw new Error('the project has a template');
  return [project, template];
}

async function titlesWith(files: Readonly<Record<string, unknown>>): Promise<string[]> {
  const [project, template] = await projectWith(files);
  const folder = new SnapshotFolder(join(template.directory, 'snapshots'));
  return listCases({ project, template, settings: readTestSettings(project, template), folder }).map(titleOf);
}

test('each sample is a case, by the name of its file', async () => {
  const settings = { name: 'Card', samples: [{ name: 'A/B: what?', file: 'a-b' }] };
  expect(
    await titlesWith({
      'templates/card/settings.json': settings,
      'templates/card/samples/a-b.json': {},
      'templates/card/samples/long.json': {},
    }),
  ).toEqual(['card/a-b', 'card/long']);
});

test('two samples whose names exchange their files have a snapshot each', async () => {
  const samples = [
    { name: 'a/b', file: 'a-b' },
    { name: 'a-b', file: 'a-b-2' },
  ];
  expect(
    await titlesWith({
      'templates/card/settings.json': { name: 'Card', samples },
      'templates/card/samples/a-b.json': {},
      'templates/card/samples/a-b-2.json': {},
    }),
  ).toEqual(['card/a-b', 'card/a-b-2']);
});

test('a template with languages prints each sample in each of them', async () => {
  expect(
    await titlesWith({
      'templates/card/samples/one.json': {},
      'templates/card/samples/two.json': {},
      'templates/card/locales/de.json': { a: 'A' },
      'templates/card/locales/en-GB.json': { a: 'A' },
    }),
  ).toEqual(['card/one@de', 'card/one@en-GB', 'card/two@de', 'card/two@en-GB']);
});

test('a template without samples is printed once', async () => {
  expect(await titlesWith({})).toEqual(['card/empty']);
});

test('the settings of a template go before those of the project', async () => {
  const [project, template] = await projectWith({
    'platen.json': { test: { dpi: 50, threshold: 0.2 } },
    'templates/card/settings.json': { name: 'Card', test: { dpi: 100 } },
  });
  expect(readTestSettings(project, template)).toMatchObject({
    dpi: 100,
    threshold: 0.2,
    maxDifferentPixels: 0.0005,
    maxDifferentInSquare: 0.05,
  });
});
