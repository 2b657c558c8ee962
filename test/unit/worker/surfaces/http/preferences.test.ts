import { expect, test } from 'vitest';
import { readPreferences } from '../../../../../worker/surfaces/http/preferences.ts';

test.each([
  ['handling=strict', true],
  ['Handling="STRICT"', true],
  ['respond-async, wait=10, handling = strict; foo=1', true],
  ['handling=strict, handling=lenient', true],
  ['handling=lenient, handling=strict', false],
  ['handling', false],
  ['not-handling=strict', false],
  ['wait=10; handling=strict', false],
  ['note="a, handling=strict", wait=1', false],
  ['', false],
  [undefined, false],
])('Prefer: %s is strict: %s', (prefer, strict) => {
  expect(readPreferences(prefer).strict).toBe(strict);
});

test.each([
  ['respond-async', true, null],
  ['Respond-Async, wait=10', true, 10],
  ['wait="7",respond-async', true, 7],
  ['respond-async; wait=10', true, null],
  ['respond-async, wait=soon', true, null],
  ['respond-async, wait=-1', true, null],
  ['respond-async, wait=5, wait=50', true, 5],
  ['handling=strict, respond-async, wait=0', true, 0],
  ['wait=10', false, 10],
  ['not-respond-async', false, null],
])('Prefer: %s is asynchronous: %s, and waits: %s', (prefer, respondAsync, waitSeconds) => {
  expect(readPreferences(prefer)).toMatchObject({ respondAsync, waitSeconds });
});
