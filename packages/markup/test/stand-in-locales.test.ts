import { expect, test } from 'vitest';
import { findStandIn } from '../index.ts';

test('a locale finds its stand-in by its language', () => {
  expect(['ga', 'GA-ie', 'sq-XK', 'mk', 'ckb-IQ', 'ps'].map(findStandIn)).toEqual([
    'en-IE',
    'en-IE',
    'pt-PT',
    'sr-Cyrl',
    'ar-IQ',
    'fa-AF',
  ]);
});

test('any other language has one too, but not a word that is no language', () => {
  expect(['my', 'km', 'zu-ZA', 'dz', 'bo'].map(findStandIn)).toEqual(Array(5).fill('en-US'));
  expect(['xx', 'qqz', 'english', 'germany', 'de_DE', ''].map(findStandIn)).toEqual(Array(6).fill(null));
});
