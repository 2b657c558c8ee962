import { html } from '@codemirror/lang-html';
import { EditorState } from '@codemirror/state';
import { expect, test } from 'vitest';
import { findSurplusCloseTag } from '../../../../dashboard/editor/close-tags.ts';

/** @param written with `|` where the user has stopped typing; returns the rest */
function removeSurplus(written: string): string {
  const head = written.indexOf('|');
  const doc = written.replace('|', '');
  const state = EditorState.create({ doc, extensions: [html()] });
  const surplus = findSurplusCloseTag(state, head);
  return surplus === null ? doc : state.update({ changes: surplus }).state.doc.toString();
}

test.each([
  ['<p>Hello</p>|</p>', '<p>Hello</p>'],
  ['<ul><li>one</li>|</li></ul>', '<ul><li>one</li></ul>'],
  ['<div>\n  text\n</div>|\n</div>\n<p>next</p>', '<div>\n  text\n</div>\n<p>next</p>'],
  ['<P>Hello</P>|</p>', '<P>Hello</P>'],
  ['{{#each rows}}<tr></tr>|</tr>{{/each}}', '{{#each rows}}<tr></tr>{{/each}}'],
])('in %j the inserted tag is removed', (written, left) => {
  expect(removeSurplus(written)).toBe(left);
});

test.each([
  '<div><div>inner</div>|</div>',
  '<div><p>one</p>|</div>',
  '<p>one</p>|<p>two</p>',
  '<p>one</p>| and </p>',
  'x > 1|</p>',
  '<p>|</p>',
])('in %j every tag stays', (written) => {
  expect(removeSurplus(written)).toBe(written.replace('|', ''));
});
