import { describe, expect, test } from 'vitest';
import { characterCount, normaliseFilename } from '../../../compose/filename.ts';
import { composed } from '../../support/compose/composed.ts';

describe('a file name', () => {
  test.each([
    ['report', 'report'],
    ['  report  ', 'report'],
    ['report.pdf', 'report'],
    ['report.PDF', 'report'],
    ['report.pdf.pdf', 'report.pdf'],
    ['a/b\\c', 'a-b-c'],
    ['a\u0000b\u001fc\u007fd\u0085e', 'a-b-c-d-e'],
    ['../../etc/passwd', '..-..-etc-passwd'],
    ['Übersicht 年報 😀', 'Übersicht 年報 😀'],
    ['a.b', 'a.b'],
    ['\ud800x', '\ufffdx'],
    ['invoice\u202efdp.exe', 'invoicefdp.exe'],
    ['\u200bre\u00adp\u200do\u2060rt\ufeff', 'report'],
    ['report.p\u200bdf\u200b', 'report'],
    ['report \u200b', 'report'],
  ])('%j becomes %j', (text, name) => {
    expect(normaliseFilename(text)).toBe(name);
  });

  test.each(['', '   ', '.', '..', '.pdf', ' .PDF ', '..pdf', '\n', '\u200b', '.\u200b.'])(
    '%j names no file',
    (text) => {
      expect(normaliseFilename(text)).toBeNull();
    },
  );

  test('is counted in code points', () => {
    expect(characterCount('😀é')).toBe(2);
  });
});

describe('the name of the PDF', () => {
  const sources = {
    content: 'x',
    data: { number: 'A/1' },
    template: { name: 'invoice', settings: { outputName: 'Invoice {{number}}' } },
  };

  test('is the one of the request', () => {
    expect(composed({ ...sources, filename: 'mine' }).filename).toBe('mine.pdf');
  });

  test('else is outputName, rendered without escaping and made safe', () => {
    expect(composed(sources).filename).toBe('Invoice A-1.pdf');
    expect(composed({ ...sources, data: { number: '<1> & "2"' } }).filename).toBe('Invoice <1> & "2".pdf');
  });

  test("lets the request's outputName override the template's", () => {
    expect(composed({ ...sources, options: { outputName: 'other.pdf' } }).filename).toBe('other.pdf');
  });

  test.each(['', '{{missing}}', ' . ', '.pdf'])(
    'falls through outputName %j to the template',
    (outputName) => {
      expect(composed({ ...sources, options: { outputName } }).filename).toBe('invoice.pdf');
    },
  );

  test('else is "document"', () => {
    expect(composed({ content: 'x' }).filename).toBe('document.pdf');
  });

  test('cuts a rendered name at 255 characters, and none of them in two', () => {
    const { filename } = composed({ content: 'x', options: { outputName: '😀'.repeat(300) } });

    expect(filename).toBe(`${'😀'.repeat(255)}.pdf`);
  });
});
