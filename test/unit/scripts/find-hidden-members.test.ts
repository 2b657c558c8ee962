import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { findHiddenMembers } from '../../../scripts/packages/find-hidden-members.ts';
import { inProject } from '../../../scripts/project.ts';

test.each([
  ["element.getAttribute('id')", ['element.getAttribute']],
  ['const { id, own } = target;', ['target.id']],
  ["node.parentElement.textContent = ''", ['node.parentElement']],
  ['plain(element).children', []],
  ['element.value', []],
  ['row.children', []],
])('in %s, finds %j', (text, found) => {
  expect(findHiddenMembers('some.ts', text)).toEqual(found);
});

/** `<input name="getAttribute">` hides the function of its form. */
test.each(
  globSync('packages/print-engine/{in-page/scripts,features/*/in-page}/**/*.ts', { cwd: inProject('.') }),
)('%s reads no property that a field of a form can hide', (path) => {
  expect(findHiddenMembers(path, readFileSync(inProject(path), 'utf8'))).toEqual([]);
});
