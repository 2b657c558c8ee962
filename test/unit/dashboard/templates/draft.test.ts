import { describe, expect, it } from 'vitest';
import {
  clean,
  toDraft,
  isSame,
  isSameVersion,
  toUpdate,
} from '../../../../dashboard/pages/templates/draft.ts';
import { textOf } from '../../../../dashboard/pages/templates/diff-parts.ts';
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
  settings: { format: 'A4', margin: { top: 20, left: 10 }, header: { content: '<b>x</b>', height: 12 } },
  dataSchema: null,
  sampleData: { title: 'Hello' },
};
const draft = toDraft(template);

describe('a draft', () => {
  it('is the same as what it was made of, in whatever order its settings stand', () => {
    const reordered = { ...draft, settings: { ...draft.settings, margin: { left: 10, top: 20 } } };
    expect(isSame(reordered, draft)).toBe(true);
  });

  it('is the same while only the white space of its data differs', () => {
    expect(isSame({ ...draft, sampleText: '{"title":"Hello"}' }, draft)).toBe(true);
    expect(isSame({ ...draft, sampleText: '{"title":"Bye"}' }, draft)).toBe(false);
  });

  it('is of the same version while only its sample data differs', () => {
    expect(isSameVersion({ ...draft, sampleText: '{}' }, draft)).toBe(true);
    expect(isSameVersion({ ...draft, content: '' }, draft)).toBe(false);
    expect(isSameVersion({ ...draft, schemaText: '{}' }, draft)).toBe(false);
  });

  it('leaves out settings that somebody emptied', () => {
    expect(clean({ locale: '', outputName: '', format: 'A5', margin: { top: undefined, left: 3 } })).toEqual({
      format: 'A5',
      margin: { left: 3 },
    });
  });

  it('is saved as a draft, and takes the schema away where its text is empty', () => {
    expect(toUpdate(draft)).toEqual({
      content: draft.content,
      settings: template.settings,
      dataSchema: null,
      publish: false,
    });
  });

  it('cannot be saved while its schema is no JSON', () => {
    expect(toUpdate({ ...draft, schemaText: '{"type":' })).toBeNull();
  });
});

describe('the difference of versions', () => {
  it('shows header and footer as texts, and settings without them', () => {
    expect(textOf(template, 'header')).toBe('<b>x</b>');
    expect(textOf(template, 'footer')).toBe('');
    expect(JSON.parse(textOf(template, 'settings'))).toEqual({
      format: 'A4',
      margin: { top: 20, left: 10 },
      header: { height: 12 },
    });
    expect(textOf(template, 'schema')).toBe('');
  });
});
