import { existsSync, globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { READERS } from '../../../scripts/packages/readers.ts';
import { inProject } from '../../../scripts/project.ts';

const page = readFileSync(inProject('docs/security.md'), 'utf8');
const [model = ''] = page.split('### Left open');
const [, readers = ''] = page.split(/^## (?:Who reads|What a tenant can make).*$/m);
const [, bounds = ''] = page.split(/^## (?:What a tenant can make|What a copy gives).*$/m);

/** The cells of each row of the tables. */
const rowsOf = (text: string): string[][] =>
  text
    .split('\n')
    .filter((line) => line.startsWith('| ') && !/^\| (?:-|Attack |Mistake |Reader |What )/.test(line))
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );

const rows = rowsOf(model);

test('each threat names an answer and a test that exists', () => {
  expect(rows.length).toBeGreaterThan(30);
  const broken = rows.flatMap(([attack = '', answer = '', cited = '']) => {
    const paths = [...cited.matchAll(/`(test\/[^`]+\.test\.ts)`/g)].map(([, path = '']) => path);
    if (answer === '' || paths.length === 0) return [attack];
    return paths.filter((path) => !existsSync(inProject(path))).map((path) => `${attack}: ${path}`);
  });
  expect(broken).toEqual([]);
});

test('each attacker of the threat model has a chapter', () => {
  const chapters = [...model.matchAll(/^### (.+)$/gm)].map(([, title = '']) => title);
  expect(chapters).toEqual([
    'A tenant against another tenant',
    'A page against the renderer',
    'A page against the network',
    'A person who has stolen a key or a link',
    'An attacker in the browser of a member',
    "A person who knows a member's email address",
    'A mistake of the operator',
    'The supply chain',
  ]);
});

test('each thing that a tenant can make long, many, slow or endless has a bound and a test', () => {
  const found = rowsOf(bounds);
  expect(found.length).toBeGreaterThan(15);
  const broken = found.filter(
    ([, bound = '', tests = '']) => bound === '' || !/\]\(\.\.\/[\w/.-]+\.test\.ts\)/.test(tests),
  );
  expect(broken).toEqual([]);
});

/** The paths of the links of a cell. */
const linksOf = (cell: string): string[] =>
  [...cell.matchAll(/\]\(\.\.\/([^)]+)\)/g)].map(([, path = '']) => path);

test("each reader of a stranger's bytes has a place, a bound and a test that exists", () => {
  const found = rowsOf(readers);
  const broken = found.flatMap(([reader = '', places = '', bound = '', tests = '']) => {
    const paths = [...linksOf(places), ...linksOf(tests)];
    const isWhole = linksOf(places).length > 0 && bound !== '' && linksOf(tests).length > 0;
    return isWhole ? paths.filter((path) => !existsSync(inProject(path))) : [reader];
  });
  expect(broken).toEqual([]);
  const places = found.flatMap(([, cell = '']) => linksOf(cell));
  const files = READERS.flatMap((pattern) => globSync(pattern, { cwd: inProject('.') }));
  expect(files.length).toBeGreaterThan(40);
  const missing = files.filter(
    (file) => !places.some((place) => file === place || (place.endsWith('/') && file.startsWith(place))),
  );
  expect(missing).toEqual([]);
});
