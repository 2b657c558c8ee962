import { describe, expect, test } from 'vitest';
import { outputProblems, PDF_OPTIONS } from '../../../schema/api/output.ts';
import { templateSettings } from '../../../schema/api/pdf-options.ts';
import { toPicture, withoutPdfOptions } from '../../../compose/picture.ts';
import { chooseFilename, normaliseFilename } from '../../../compose/filename.ts';

/** What a picture uses. */
const PICTURE_OPTIONS = [
  'format',
  'orientation',
  'width',
  'height',
  'margin',
  'outputName',
  'scale',
  'waitForSelector',
  'waitFor',
  'mediaType',
  'failOn',
  'locale',
  'timeZone',
  'templating',
];

test('every option is for pictures or is not', () => {
  const options = Object.keys(templateSettings.shape);
  const undecided = options.filter((name) => !PICTURE_OPTIONS.includes(name) && !PDF_OPTIONS.includes(name));
  expect(undecided).toEqual([]);
  expect(PICTURE_OPTIONS.filter((name) => PDF_OPTIONS.includes(name))).toEqual([]);
});

describe('the problems of an output', () => {
  test('are none without an output, and for options that are off', () => {
    expect(outputProblems({ options: { tagged: true } })).toEqual([]);
    const off = { tagged: false, header: { enabled: false, content: 'x' }, printBackground: true };
    expect(outputProblems({ output: { type: 'png' }, options: off })).toEqual([]);
  });

  test('name the field of the other kind for the scale that both have', () => {
    expect(outputProblems({ output: { type: 'pdf', deviceScaleFactor: 2 } })).toEqual([
      'output.deviceScaleFactor: is only for pictures; use options.deviceScaleFactor',
    ]);
    expect(outputProblems({ output: { type: 'png' }, options: { deviceScaleFactor: 2 } })).toEqual([
      'options.deviceScaleFactor: is not for a picture; use output.deviceScaleFactor',
    ]);
  });

  test('name each option that a picture does not have', () => {
    const options = { tagged: true, pageRanges: '1', printBackground: false, footer: { content: 'x' } };
    const problems = outputProblems({ output: { type: 'webp' }, options, thumbnail: { width: 64 } });
    expect(problems.map((problem) => problem.split(':')[0]).sort()).toEqual([
      'options.footer',
      'options.pageRanges',
      'options.printBackground',
      'options.tagged',
      'thumbnail',
    ]);
  });
});

test("a template's settings for PDFs are left out, with a warning for each that is on", () => {
  const { settings, warnings } = withoutPdfOptions({ scale: 2, tagged: true, outline: false });
  expect(settings).toEqual({ scale: 2 });
  expect(warnings.map(({ code, message }) => [code, message.includes('`tagged`')])).toEqual([
    ['UNUSED_OPTION', true],
  ]);
});

test('a picture has the defaults of the contract', () => {
  expect(toPicture(undefined)).toBeNull();
  expect(toPicture({ type: 'pdf' })).toBeNull();
  expect(toPicture({ type: 'jpeg' })).toEqual({
    type: 'jpeg',
    fullPage: false,
    selector: null,
    pixelRatio: 1,
    quality: null,
    transparent: false,
  });
});

test.each([
  ['shot.PDF', 'png', 'shot.png'],
  ['shot.png', 'png', 'shot.png'],
  ['shot.jpeg', 'jpg', 'shot.jpg'],
  ['shot.png', 'pdf', 'shot.png.pdf'],
  ['shot.webp', 'png', 'shot.webp.png'],
])('the filename %s of a file with the extension %s is %s', (requested, extension, filename) => {
  const sources = {
    requested: normaliseFilename(requested, extension),
    outputName: null,
    templateName: null,
    title: null,
  };
  expect(chooseFilename({ ...sources, extension })).toBe(filename);
});
