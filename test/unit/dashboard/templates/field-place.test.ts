import { describe, expect, test } from 'vitest';
import { findPlace } from '../../../../dashboard/pages/templates/field-place.ts';

const DRAFT = {
  content: '<p>\r\n  {{today}}\n</p>',
  settings: { footer: [{ content: '<p>one</p>' }, { content: '<p>\n{{page}}</p>' }] },
};

describe('the field of a warning in the editor', () => {
  test.each([
    ['options.footer.height', { tab: 'footer', band: 0, input: 'footer.height', label: 'Footer, Height' }],
    [
      'options.header[1].height',
      { tab: 'header', band: 1, input: 'header[1].height', label: 'Header 2, Height' },
    ],
    [
      'options.footer[1].content',
      { tab: 'footer', band: 1, input: 'HTML of the footer 2', label: 'Footer 2, HTML' },
    ],
    ['templateId', { tab: 'html', input: 'HTML of the document', label: 'HTML' }],
    ['options.outputName', { tab: 'settings', isAdvanced: false, label: 'Page, Default filename' }],
    ['options.waitFor', { tab: 'settings', isAdvanced: true, input: 'waitFor.expression' }],
    ['options.watermark.text', { tab: 'settings', isAdvanced: true, input: 'watermark.text' }],
  ])('%s has a name and a place', (field, place) => {
    expect(findPlace({ field, message: 'x' }, DRAFT)).toMatchObject(place);
  });

  test.each([null, '', 'options.toString', 'options.unknown', 'output'])('%j has none', (field) => {
    expect(findPlace({ field, message: 'x' }, DRAFT)).toBeNull();
  });

  test.each([
    ['templateId', 'html, line 2, column 3: The data has no "today".', 'html', 0, 6],
    ['options.footer[1].content', 'footer[1], line 2, column 1: The data has no "page".', 'footer', 1, 4],
  ])('%s has a line, at which the editor puts the cursor', (field, message, tab, band, at) => {
    const range = { from: at, to: at };
    expect(findPlace({ field, message }, DRAFT)).toMatchObject({ tab, band, range });
  });
});
