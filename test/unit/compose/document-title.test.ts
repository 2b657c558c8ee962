import { expect, test } from 'vitest';
import { findTitle } from '../../../compose/document-title.ts';
import { composed } from '../../support/compose/composed.ts';
import { unlimited } from '../../support/unlimited.ts';

test.each([
  ['<title>Vertrag</title>a', 'Vertrag'],
  ['<TITLE lang="de">\n Rechnung &amp; Anlage&#32;&#x31; </TITLE >', 'Rechnung & Anlage 1'],
  ['<!-- <title>no</title> --><title>yes</title>', 'yes'],
  ['<!--[if !mso]><!--><title>yes</title><!--<![endif]-->', 'yes'],
  ['<!-- never closed <title>no</title>', null],
  ['<title> </title>', null],
  ['<p>none</p>', null],
])('the title of %j is %j', (html, title) => expect(findTitle(html, unlimited())).toBe(title));

test('a document without another name has that of its title', () => {
  expect(composed({ content: '<title>Vertrag</title>a' }).filename).toBe('Vertrag.pdf');
  expect(composed({ content: '<title>a/b</title>', filename: 'mine' }).filename).toBe('mine.pdf');
});
