import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { expect, test } from 'vitest';
import { benchmarkOf, parseTable, type Row, testOf } from '../../../scripts/proof-table.ts';
import { inProject } from '../../../scripts/project.ts';
import { linkTargets } from './support/markdown.ts';
import { quantitiesIn, sectionsOf } from './support/quantities.ts';
import { trackedFiles } from './support/tracked-files.ts';

const PAGE = 'docs/proof.md';

const rows = parseTable(readFileSync(inProject(PAGE), 'utf8'));
const sections = trackedFiles(/^(?:README|docs\/[\w-]+)\.md$/)
  .filter(({ path }) => path !== PAGE)
  .flatMap(({ path, text }) => sectionsOf(path, text));

const placesOf = ({ where }: Row): string[] =>
  linkTargets(where).map((target) => normalize(join(dirname(PAGE), target)));

test('every number with a unit in README and docs/ is in a row for its section', () => {
  const missing = sections.flatMap(({ place, text }) => {
    const proven = new Set(
      rows.filter((row) => placesOf(row).includes(place)).flatMap(({ claim }) => quantitiesIn(claim)),
    );
    const unproven = new Set(quantitiesIn(text).filter((quantity) => !proven.has(quantity)));
    return unproven.size === 0 ? [] : [`${place}: ${[...unproven].join(', ')}`];
  });
  expect(missing).toEqual([]);
});

test('every benchmark has a row', () => {
  const page = readFileSync(inProject('docs/benchmarks.md'), 'utf8');
  const names = [...page.matchAll(/<!-- bench:([\w-]+) -->/g)].map(([, name = '']) => name);
  const known = rows.filter(({ where }) => where.includes('benchmarks.md')).map((row) => benchmarkOf(row));
  expect(known).toEqual(expect.arrayContaining(names.filter((name) => name !== 'shortfalls')));
});

test('every number of a row is in one of its sections', () => {
  const stale = rows.flatMap((row) => {
    const texts = sections.filter(({ place }) => placesOf(row).includes(place)).map(({ text }) => text);
    const claimed = new Set(quantitiesIn(texts.join('\n')));
    return quantitiesIn(row.claim)
      .filter((quantity) => !claimed.has(quantity))
      .map((quantity) => `${quantity}: ${row.claim}`);
  });
  expect(stale).toEqual([]);
});

/** Numbers that no command of this repository shows. */
const WITHOUT_COMMAND = ['measured by hand', "from Cloudflare's documentation"];

test('every row has a section, a command that exists, a result and a date', () => {
  const scripts = (JSON.parse(readFileSync(inProject('package.json'), 'utf8')) as { scripts: object })
    .scripts;
  const incomplete = rows.filter((row) => {
    const path = testOf(row);
    const [, script = ''] = /`npm (?:run )?([\w:-]+)/.exec(row.command) ?? [];
    return (
      placesOf(row).length === 0 ||
      (!(script in scripts) && !WITHOUT_COMMAND.includes(row.command)) ||
      (path !== undefined && !existsSync(inProject(path))) ||
      row.result === '' ||
      !/^\d{4}-\d\d-\d\d$/.test(row.date)
    );
  });
  expect(incomplete).toEqual([]);
});
