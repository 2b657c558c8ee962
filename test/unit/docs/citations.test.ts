import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { inProject } from '../../../scripts/project.ts';
import { headings, linkTargets } from './support/markdown.ts';
import { trackedFiles } from '../../../scripts/generate/tracked-files.ts';

const THIS_FILE = 'test/unit/docs/citations.test.ts';

/** `contract 4.2`, `contract 6.2 and 6.4`, `decision 7`. */
const CITATION =
  /\b(contract|decisions?) (\d+(?:\.\d+)?(?:(?:,| and|, and| to) (?:contract )?\d+(?:\.\d+)?)*)(?![\d%])/gi;

/** How rules were cited before the repository had a contract of its own. */
const OLD_FORMS = [
  /\bdesign notes? \d/i,
  /\bspecification(?:'s)?,? (?:sections? )?\(?\d/i,
  /\bsections? \d+(?:\.\d+)? of the specification/i,
  /\bissues? #?\d/i,
  /\barchitecture, (?:Operator|Observability)/,
];

const sources = trackedFiles(/\.(?:ts|tsx|mjs|js|md|toml|yml|sh)$/).filter(
  ({ path }) => path !== THIS_FILE && !/^CHANGELOG\.md$|\/migrations\//.test(path),
);

const numbersIn = (page: string): Set<string> =>
  new Set(
    headings(readFileSync(inProject(page), 'utf8')).flatMap(
      (title) => /^(\d+(?:\.\d+)?)\.? /.exec(title)?.[1] ?? [],
    ),
  );

/** `0021-two-lanes.md` is decision 21. */
const FOLDER = 'docs/decisions';
const DECISIONS = readdirSync(inProject(FOLDER))
  .filter((file) => /^\d/.test(file))
  .toSorted();
const numberOf = (file: string): string => String(Number(file.slice(0, 4)));

/** A comment may break a citation over two lines. */
const joinLines = (text: string): string => text.replaceAll(/\n\s*(?:\*|\/\/)?\s*/g, ' ');

test('every citation names a section of the contract or a decision', () => {
  const contract = numbersIn('docs/contract.md');
  const decisions = new Set(DECISIONS.map(numberOf));
  const broken = sources.flatMap(({ path, text }) =>
    [...joinLines(text).matchAll(CITATION)].flatMap(([citation, page = '', numbers = '']) => {
      const known = /contract/i.test(page) ? contract : decisions;
      const missing = numbers.match(/\d+(?:\.\d+)?/g)?.filter((number) => !known.has(number)) ?? [];
      return missing.map((number) => `${path}: ${citation} (there is no ${number})`);
    }),
  );
  expect(broken).toEqual([]);
});

test('no file cites a rule in an old form', () => {
  const old = sources.flatMap(({ path, text }) =>
    text
      .split('\n')
      .filter((line) => OLD_FORMS.some((form) => form.test(line)))
      .map((line) => `${path}: ${line.trim()}`),
  );
  expect(old).toEqual([]);
});

test('no number of the contract is used twice', () => {
  const titles = headings(readFileSync(inProject('docs/contract.md'), 'utf8'));
  const numbered = titles.filter((title) => /^\d/.test(title));
  expect(numbersIn('docs/contract.md').size).toBe(numbered.length);
});

test('each decision has a number of its own, which its title repeats, and a line in the index', () => {
  expect(new Set(DECISIONS.map(numberOf)).size).toBe(DECISIONS.length);
  const titles = DECISIONS.map((file) => headings(readFileSync(inProject(FOLDER, file), 'utf8'))[0] ?? '');
  expect(titles.map((title) => title.split('.')[0])).toEqual(DECISIONS.map(numberOf));
  const index = readFileSync(inProject(FOLDER, 'README.md'), 'utf8');
  expect(index.match(/^\| +\d.*$/gm)?.map((line) => linkTargets(line)[0])).toEqual(DECISIONS);
});
