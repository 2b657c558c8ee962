import { describe, expect, test } from 'vitest';
import {
  normalizeSettings,
  toDraft,
  isSame,
  isSameVersion,
  toUpdate,
} from '../../../../dashboard/pages/templates/draft.ts';
import { withText } from '../../../../dashboard/pages/templates/samples.ts';
import { readField } from '../../../../dashboard/pages/templates/diff-fields.ts';
import type { EditedTemplate } from '../../../../schema/console/templates.ts';

const template: EditedTemplate = {
  id: 'tpl_1',
  name: 'invoice',
  latestVersion: 2,
  publishedVersion: 1,
  createdAt: '2026-11-20T12:00:00.000Z',
  updatedAt: '2026-11-20T12:00:00.000Z',
  version: 2,
  published: false,
  content: '<h1>{{title}}</h1>',
  contentBytes: 18,
  note: null,
  settings: { format: 'A4', margin: { top: 20, left: 10 }, header: { content: '<b>x</b>', height: 12 } },
  dataSchema: null,
  translations: null,
  pins: [],
  sampleSets: [{ name: 'Short', data: { title: 'Hello' } }],
  sampleData: { title: 'Hello' },
};
const draft = toDraft(template);

describe('a draft', () => {
  test('is unchanged if only the order of its settings differs', () => {
    const reordered = { ...draft, settings: { ...draft.settings, margin: { left: 10, top: 20 } } };
    expect(isSame(reordered, draft)).toBe(true);
  });

  test('is unchanged if only the white space of its data differs', () => {
    expect(isSame({ ...draft, ...withText(draft, '{"title":"Hello"}') }, draft)).toBe(true);
    expect(isSame({ ...draft, ...withText(draft, '{"title":"Bye"}') }, draft)).toBe(false);
  });

  test('is the same version if only its sample data differs', () => {
    expect(isSameVersion({ ...draft, ...withText(draft, '{}') }, draft)).toBe(true);
    expect(isSameVersion({ ...draft, content: '' }, draft)).toBe(false);
    expect(isSameVersion({ ...draft, schemaText: '{}' }, draft)).toBe(false);
  });

  test('leaves out empty settings', () => {
    expect(
      normalizeSettings({ locale: '', outputName: '', format: 'A5', margin: { top: undefined, left: 3 } }),
    ).toEqual({
      format: 'A5',
      margin: { left: 3 },
    });
  });

  test('is saved as a draft, without a schema if its text is empty', () => {
    expect(toUpdate(draft)).toEqual({
      content: draft.content,
      settings: template.settings,
      dataSchema: null,
      translations: null,
      publish: false,
    });
  });

  test('cannot be saved if its schema is not valid JSON', () => {
    expect(toUpdate({ ...draft, schemaText: '{"type":' })).toBeNull();
  });
});

describe('the difference of versions', () => {
  test('shows header and footer as texts, and settings without them', () => {
    expect(readField(template, 'header')).toBe('<b>x</b>');
    expect(readField(template, 'footer')).toBe('');
    expect(JSON.parse(readField(template, 'settings'))).toEqual({
      format: 'A4',
      margin: { top: 20, left: 10 },
      header: { height: 12 },
    });
    expect(readField(template, 'schema')).toBe('');
  });
});
