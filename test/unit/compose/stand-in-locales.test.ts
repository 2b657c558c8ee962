import { expect, test } from 'vitest';
import { findStandIn } from '../../../compose/helpers/stand-in-locales.ts';

test('a locale finds its stand-in by its language, and unknown languages have none', () => {
  expect(['ga', 'GA-ie', 'sq-XK', 'mk', 'xx', 'de-DE', ''].map(findStandIn)).toEqual([
    'en-IE',
    'en-IE',
    'pt-PT',
    'sr-Cyrl',
    null,
    null,
    null,
  ]);
});
