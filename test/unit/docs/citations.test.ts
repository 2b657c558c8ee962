import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { inProject } from '../../../scripts/project.ts';
import { headings } from './support/markdown.ts';
import { trackedFiles } from '../../../scripts/tracked-files.ts';

const THIS_FILE = 'test/unit/docs/citations.test.ts';

/** `contract 4.2`, `contract 6.2 and 6.4`, `design note 7`. */
const CITATION =
  /\b(contract|design notes?) (\d+(?:\.\d+)?(?:(?:,| and|, and| to) (?:contract )?\d+(?:\.\d+)?)*)(?![\d%])/gi;

/** How rules were cited before the repository had a contract of its own. */
const OLD_FORMS = [
  /\bdecisions? \d/i,
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

/** A comment may break a citation over two lines. */
const joinLines = (text: string): string => text.replaceAll(/\n\s*(?:\*|\/\/)?\s*/g, ' ');

test('every citation names a heading of the contract or of the design notes', () => {
  const contract = numbersIn('docs/contract.md');
  const notes = numbersIn('docs/design-notes.md');
  const broken = sources.flatMap(({ path, text }) =>
    [...joinLines(text).matchAll(CITATION)].flatMap(([citation, page = '', numbers = '']) => {
      const known = /contract/i.test(page) ? contract : notes;
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

test('no number of the contract or of the design notes is used twice', () => {
  for (const page of ['docs/contract.md', 'docs/design-notes.md']) {
    const numbered = headings(readFileSync(inProject(page), 'utf8')).filter((title) => /^\d/.test(title));
    expect(numbersIn(page).size, page).toBe(numbered.length);
  }
});
