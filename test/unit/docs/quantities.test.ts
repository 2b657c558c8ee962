import { expect, test } from 'vitest';
import { quantitiesIn } from './support/quantities.ts';

test.each([
  [
    'digits with a unit',
    'after 24 hours, 1.7 s and 5,000,000 bytes',
    ['24 hours', '1.7 s', '5,000,000 bytes'],
  ],
  ['words, as digits', 'within five minutes, ten thousand rows', ['5 minutes', '10,000 rows']],
  ['words between a number and its unit', 'ten idle minutes, 3 blank pages', ['10 minutes', '3 pages']],
  ['halves', 'half a millimetre, half an hour', ['0.5 millimetres', '0.5 hours']],
  ['hundreds', 'a hundred files, two hundred prints', ['100 files', '200 prints']],
  [
    'one and two of time and size',
    'one minute, two seconds, one pixel',
    ['1 minute', '2 seconds', '1 pixel'],
  ],
  [
    'both ends of a range',
    'two to four seconds, 16 to 1,024 pixels',
    ['2 seconds', '4 seconds', '16 pixels', '1,024 pixels'],
  ],
  [
    'the upper end of what is not empty',
    '1 to 255 characters, 0 to 1,000 mm',
    ['255 characters', '1,000 mm'],
  ],
  ['what happens together', 'two at a time, up to ten in a row', ['2 at a time', '10 in a row']],
  ['multiples', 'three times as long, twice that size', ['3 times as long', 'twice that size']],
  [
    'parts',
    'a third of the time, varied by a tenth, one answer in twenty',
    ['a third', 'a tenth', 'one answer in twenty'],
  ],
  ['numbers beside links', 'at most five [webhooks](contract.md#106-webhooks)', ['5 webhooks']],
])('finds %s', (_name, text, quantities) => {
  expect(quantitiesIn(text)).toEqual(quantities);
});

test.each([
  ['one or two of a thing', 'never serves two workspaces, one request, one at a time'],
  ['what was named before', 'the ten attempts, these three files, the five minutes after each'],
  ['ordinals', 'the second half of its time, the third argument, half-way'],
  ['rates', '`10` a minute, once a month'],
  ['code and addresses', '`5 minutes`, [a page](page.md#5-minutes)'],
  ['numbers without a unit', 'one of the three, steps 9 to 13, version 4.7'],
])('leaves out %s', (_name, text) => {
  expect(quantitiesIn(text)).toEqual([]);
});
