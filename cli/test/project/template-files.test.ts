import { expect, test } from 'vitest';
import { FileProblems } from '../../project/json-file.ts';
import { digestOf } from '../../project/normal-form.ts';
import type { TemplateState } from '../../project/project.ts';
import { readTemplateFiles, writeTemplateFiles } from '../../project/template-files.ts';

const template = (parts: Partial<TemplateState> = {}): TemplateState => ({
  name: 'Invoice',
  content: '<h1>{{number}}</h1>',
  settings: {},
  dataSchema: null,
  sampleSets: [],
  translations: null,
  ...parts,
});

/** Writes a template and reads it again. */
function roundTrip(state: TemplateState) {
  const files = writeTemplateFiles(state);
  const problems = new FileProblems();
  const read = readTemplateFiles(files, problems);
  expect(problems.list).toEqual([]);
  if (read === null) throw new Error('The folder is no template');
  return { files, read };
}

async function expectSame(state: TemplateState): Promise<ReadonlyMap<string, string>> {
  const { files, read } = roundTrip(state);
  expect(await digestOf(read)).toBe(await digestOf(state));
  // The second time nothing moves.
  expect([...writeTemplateFiles(read)]).toEqual([...files]);
  return files;
}

test.each([
  ['Windows line ends', '<p>one</p>\r\n<p>two</p>\r\n'],
  ['no line end', '<p>one</p>'],
  ['many line ends', '\n\n<p>one</p>\n\n\n'],
  ['a null and other rare characters', '<p>\0\u2028\uFFFD\u{1F600}</p>'],
])('content with %s stays as it is', async (_what, content) => {
  const files = await expectSame(template({ content }));
  expect(files.get('template.hbs')).toBe(content);
});

test('a header and a footer are files of their own', async () => {
  const settings = { header: { height: 20, content: '<b>top</b>\r\n' }, footer: { content: '' } };
  const files = await expectSame(template({ settings }));
  expect(files.get('header.hbs')).toBe('<b>top</b>\r\n');
  expect(files.get('footer.hbs')).toBe('');
  expect(JSON.parse(files.get('settings.json') ?? '')).toEqual({
    name: 'Invoice',
    header: { height: 20 },
    footer: {},
  });
});

test('bands that are a list have numbered files, and those without content have none', async () => {
  const header = [
    { pages: 'first' },
    { pages: 'not-first', content: 'Page' },
    { content: 'x', enabled: false },
  ];
  const files = await expectSame(template({ settings: { header } }));
  expect([...files.keys()]).toEqual(['template.hbs', 'header-2.hbs', 'header-3.hbs', 'settings.json']);
});

test('a text that UTF-8 cannot hold stays in the settings', async () => {
  const files = await expectSame(template({ settings: { header: { content: 'half \ud83d' } } }));
  expect(files.has('header.hbs')).toBe(false);
});

test('the order of fields, samples and locales stays', async () => {
  const files = await expectSame(
    template({
      dataSchema: { type: 'object', properties: { b: {}, a: {} } },
      sampleSets: [
        { name: 'Zebra', data: { z: 1, a: 2 } },
        { name: 'Ant', data: {} },
      ],
      translations: { en: { b: 'B', a: 'A' }, de: {} },
    }),
  );
  const { samples, locales } = JSON.parse(files.get('settings.json') ?? '');
  expect({ samples, locales }).toEqual({ samples: ['Zebra', 'Ant'], locales: ['en', 'de'] });
  expect(files.get('schema.json')).toContain('"b": {},\n    "a": {}');
});

test('names of samples that no file can have are in the settings', async () => {
  const names = ['a/b', '../../etc/passwd', 'con', 'A', 'a', 'Größe', '🧾', ' dots. ', '.hidden'];
  const sampleSets = names.map((name, index) => ({ name, data: { index } }));
  const files = await expectSame(template({ sampleSets }));
  const paths = [...files.keys()].filter((path) => path.startsWith('samples/'));
  expect(paths.every((path) => /^samples\/[a-zA-Z0-9-]+\.json$/.test(path))).toBe(true);
  expect(new Set(paths.map((path) => path.toLowerCase())).size).toBe(names.length);
});

test('plain names of samples in the order of the alphabet need no list', async () => {
  const sampleSets = [
    { name: 'Many rows', data: {} },
    { name: 'One row', data: {} },
  ];
  const files = await expectSame(template({ sampleSets }));
  expect([...files.keys()]).toContain('samples/Many rows.json');
  expect(JSON.parse(files.get('settings.json') ?? '')).toEqual({ name: 'Invoice' });
});

test('fields for commands stay in the settings, and are no settings of the template', () => {
  const files = new Map([
    ['template.hbs', 'x'],
    ['settings.json', '{"name":"A","build":"tailwind","format":"A5"}'],
  ]);
  const read = readTemplateFiles(files, new FileProblems());
  expect(read).toMatchObject({ settings: { format: 'A5' }, local: { build: 'tailwind' } });
  expect(read?.settings).not.toHaveProperty('build');
  expect(writeTemplateFiles(template(), read?.local).get('settings.json')).toContain('"build": "tailwind"');
});

test.each([
  [{ 'template.hbs': 'x', 'settings.json': '{' }, /^settings\.json: is not valid JSON: /],
  [{ 'template.hbs': 'x', 'settings.json': '[]' }, /^settings\.json: must be an object$/],
  [{ 'template.hbs': 'x', 'settings.json': '{}' }, /^settings\.json: needs a "name"$/],
  [{ 'settings.json': '{"name":"A"}' }, /^template\.hbs: is missing$/],
  [
    { 'template.hbs': 'x', 'settings.json': '{"name":"A"}', 'samples/a.json': '1' },
    /^samples\/a\.json: must be/,
  ],
  [
    { 'template.hbs': 'x', 'settings.json': '{"name":"A","samples":["b"]}' },
    /^settings\.json: samples: "b" names no file of samples\/$/,
  ],
  [
    { 'template.hbs': 'x', 'settings.json': '{"name":"A","header":{"content":"y"}}', 'header.hbs': 'z' },
    /^header\.hbs: settings\.json has the content too/,
  ],
  [
    { 'template.hbs': 'x', 'settings.json': '{"name":"A"}', 'header-1.hbs': 'z' },
    /^header-1\.hbs: belongs to no header of settings\.json: for header-1\.hbs, it must be a list$/,
  ],
  [
    { 'template.hbs': 'x', 'settings.json': '{"name":"A","header":[{}]}', 'header.hbs': 'z' },
    /^header\.hbs: belongs to no header of settings\.json, which is a list: use header-1\.hbs to header-1\.hbs$/,
  ],
])('problem %#: each names its file', (files, problem) => {
  const problems = new FileProblems();
  readTemplateFiles(new Map(Object.entries(files)), problems);
  expect(problems.list).toEqual([expect.stringMatching(problem)]);
});
