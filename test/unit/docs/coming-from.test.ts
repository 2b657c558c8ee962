import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { FOREIGN_FIELDS } from '../../../compose/unknown-fields/foreign-fields.ts';
import { knownFields } from '../../../compose/unknown-fields/known-fields.ts';
import { generateRequest } from '../../../schema/api/generate.ts';
import { inProject } from '../../../scripts/project.ts';

/** The cells of each row: theirs, ours, and the difference. */
const rows = readFileSync(inProject('docs/coming-from.md'), 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('|') && !line.startsWith('| -'))
  .map((line) =>
    line
      .split('|')
      .slice(1, 4)
      .map((cell) => cell.trim()),
  );

const codeIn = (cell: string): string[] => [...cell.matchAll(/`([^`]+)`/g)].map(([, code = '']) => code);

const known = knownFields(generateRequest).paths;
const CLASSES = ['pageNumber', 'totalPages'];

test('each option that the page names as ours exists', () => {
  const ours = rows.flatMap(([, cell = '']) => codeIn(cell));
  expect(ours.length).toBeGreaterThan(50);
  expect(ours.filter((path) => !known.includes(path) && !CLASSES.includes(path))).toEqual([]);
});

test('the page and the hints of the API name the same field', () => {
  const different = rows.flatMap(([theirs = '', ours = '']) =>
    // A file of Gotenberg's form is no field.
    codeIn(theirs.replaceAll('.html`', '`')).flatMap((name) => {
      const field = name.replaceAll(/^.*\.|[-_]/g, '').toLowerCase();
      const hint = Object.hasOwn(FOREIGN_FIELDS, field) ? FOREIGN_FIELDS[field] : undefined;
      return hint === undefined || ours === '–' || ours.includes(hint)
        ? []
        : [`${name}: ${hint}, not ${ours}`];
    }),
  );
  expect(different).toEqual([]);
});
