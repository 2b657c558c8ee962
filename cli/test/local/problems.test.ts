import { expect, test } from 'vitest';
import { findInJson, parsePath } from '../../local/json-places.ts';
import { composeDocument } from '../../local/compose-document.ts';
import { describeProblem, findProblems } from '../../local/problems.ts';
import { findSample } from '../../local/sample-files.ts';
import { readProject } from '../../project/read-project.ts';
import { folderWith } from '../support/project-folder.ts';

const TEXT = '{\n  "a": [1, "x,]", {"b": {"c": true , "d": null}}],\n "e": {"f": "\\"q"}, "g": 5\n}';

test.each([
  ['', '1:1'],
  ['a', '2:8'],
  ['a[1]', '2:12'],
  ['a[2].b.d', '2:43'],
  ['e.f', '3:13'],
  ['g', '3:26'],
  ['a[9]', '2:8'],
  ['nothing.at.all', '1:1'],
])('the value %s of a JSON text is found', (path, expected) => {
  const { line, column } = findInJson(TEXT, parsePath(path));
  expect(`${line}:${column}`).toBe(expected);
});

const FILES = {
  'platen.json': {},
  'templates/note/template.hbs': '<p>{{name}}</p>\n',
  'templates/note/settings.json': {
    name: 'Note',
    format: 'A4',
    margin: { top: 10 },
    outputName: 'note {{name}}',
  },
  'templates/note/schema.json': {
    properties: { items: { items: { properties: { price: { type: 'number' } } } } },
  },
  'templates/note/samples/one.json': '{\n  "name": "Ada",\n  "items": [\n    { "price": 1 }\n  ]\n}\n',
};

/** Returns the problems of the template with these files changed. */
async function problemsWith(changes: Readonly<Record<string, unknown>>): Promise<string[]> {
  const files = Object.entries(changes).map(
    ([path, content]) => [`templates/note/${path}`, content] as const,
  );
  const directory = await folderWith({ ...FILES, ...Object.fromEntries(files) });
  const project = await readProject(directory);
  const [template] = project.templates;
  if (template === undefined) throw new Error('the project has a template');
  const { name: sample, data } = findSample(template);
  try {
    await composeDocument(project, template, { data, now: 0, isEncrypted: false });
    return [];
  } catch (error) {
    return findProblems(error, { project, template, sample }).map(describeProblem);
  }
}

test('a setting that is not known is a problem, with its place in the file and the known name', async () => {
  const settings = { name: 'Note', marign: { top: 10 } };
  expect(await problemsWith({ 'settings.json': settings })).toEqual([
    expect.stringMatching(/settings\.json.*is not known; did you mean settings\.margin\?/),
  ]);
});

test('a template without mistakes has no problems', async () => {
  expect(await problemsWith({})).toEqual([]);
});

test.each([
  [
    'the document',
    { 'template.hbs': '<p>\n{{#each items}}\n' },
    /^templates\/note\/template\.hbs:3:1: html, line 3/,
  ],
  ['a header', { 'header.hbs': 'Hi {{nam e=}}' }, /^templates\/note\/header\.hbs:1:\d+: header, line 1/],
  [
    'a footer of a list',
    { 'settings.json': { name: 'Note', footer: [{}, {}] }, 'footer-1.hbs': 'A', 'footer-2.hbs': '\n{{#if}}' },
    /^templates\/note\/footer-2\.hbs:2:\d+: footer\[1\]/,
  ],
  [
    'a text of the settings',
    { 'settings.json': { name: 'Note', outputName: '{{#if a}}' } },
    /^templates\/note\/settings\.json:3:17: outputName/,
  ],
  [
    'the settings',
    { 'settings.json': { name: 'Note', format: 'A99' } },
    /^templates\/note\/settings\.json:3:13: settings\.format: /,
  ],
  [
    'the locale',
    { 'settings.json': { name: 'Note', locale: 'no locale' } },
    /^templates\/note\/settings\.json:3:13: settings\.locale: /,
  ],
  [
    'the data',
    { 'samples/one.json': '{\n  "items": [\n    { "price": "x" }\n  ]\n}' },
    /^templates\/note\/samples\/one\.json:3:16: templateData\.items\[0\]\.price: /,
  ],
  [
    'a partial',
    { 'template.hbs': '{{> greeting}}', 'partials/greeting.hbs': '\n{{formatDate name}}' },
    /^templates\/note\/partials\/greeting\.hbs:2:\d+: partial:greeting/,
  ],
  [
    'the call of a partial',
    { 'template.hbs': '\n{{> nothing}}' },
    /^templates\/note\/template\.hbs:2:\d+: html.*nothing/,
  ],
  [
    'a message',
    { 'template.hbs': '{{t "hi"}}', 'locales/de.json': '{\n  "hi": "{count, plural"\n}' },
    /^templates\/note\/locales\/de\.json:2:9: translations\.de\.hi/,
  ],
  ['the schema', { 'schema.json': { pattern: 'x' } }, /^templates\/note\/schema\.json: .*pattern/],
])('a mistake in %s names the file, the line and the column', async (_name, changes, expected) => {
  expect((await problemsWith(changes))[0]).toMatch(expected);
});

test('data of no sample is a problem of no file', async () => {
  const project = await readProject(await folderWith(FILES));
  const [template] = project.templates;
  if (template === undefined) throw new Error('the project has a template');
  const data = { items: [{ price: 'x' }] };
  const error: unknown = await composeDocument(project, template, { data, now: 0, isEncrypted: false }).catch(
    (thrown: unknown) => thrown,
  );
  const [problem] = findProblems(error, { project, template, sample: null }).map(describeProblem);
  expect(problem).toMatch(/^templateData\.items\[0\]\.price: /);
});
