import { describe, expect, test } from 'vitest';
import { findPlace } from '../../../../dashboard/pages/templates/field-place.ts';

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
    expect(findPlace(field)).toMatchObject(place);
  });

  test.each([null, '', 'options.toString', 'options.unknown', 'output'])('%j has none', (field) => {
    expect(findPlace(field)).toBeNull();
  });
});
