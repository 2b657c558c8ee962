import { expect, test } from 'vitest';
import { FaultyDocument } from '@platen/print-engine';
import { TemplateError } from '../../../../../compose/errors.ts';
import { atEntry } from '../../../../../worker/verbs/make/assemble/at-entry.ts';

test('a detail that begins with a field of an entry of a merge names the entry', () => {
  const error = atEntry(
    1,
    new FaultyDocument([
      { kind: 'layout', detail: 'htmlContent: the footnote 1 does not fit on the page of its call' },
      { kind: 'resources', detail: 'https://a.example/a.png: 404' },
    ]),
  );
  expect(error).toMatchObject({
    message: expect.stringMatching(/^entries\[1\]: /),
    details: [
      'resources: https://a.example/a.png: 404',
      'entries[1].htmlContent: the footnote 1 does not fit on the page of its call',
    ],
  });
});

test('a detail of a template error names the entry of the data, and a line of the template stays as it is', () => {
  const line = '<p>{{round total}}';
  const detail = 'templateData.total: is "x"; round in html: is no number';
  const error = atEntry(2, new TemplateError('html', 'html: no number', { details: [line, detail] }));
  expect(error).toMatchObject({ details: [line, `entries[2].${detail}`] });
});
