import { expect, test } from 'vitest';
import { findRefusal } from '../../local/dev/guard.ts';

const check = (headers: Readonly<Record<string, string>>, method = 'GET'): string | null =>
  findRefusal({ method, headers: { host: '127.0.0.1:4700', ...headers } }, 4700);

test.each([
  ['the address bar', {}],
  ['the page itself', { 'sec-fetch-site': 'same-origin' }],
  ['its scripts', { origin: 'http://127.0.0.1:4700', 'sec-fetch-site': 'same-origin' }],
  ['its other name', { host: 'localhost:4700', origin: 'http://localhost:4700' }],
])('a request of %s is served', (_name, headers) => {
  expect(check(headers)).toBeNull();
});

test.each([
  ['a name that resolves to this machine', { host: 'evil.example:4700' }, 'Host'],
  ['another port', { host: '127.0.0.1:4701' }, 'Host'],
  ['no host', { host: '' }, 'Host'],
  ['another site', { origin: 'https://evil.example' }, 'Origin'],
  ['a page without an origin', { origin: 'null' }, 'Origin'],
  ['another server of this machine', { origin: 'http://127.0.0.1:3000' }, 'Origin'],
  ['an image of another site', { 'sec-fetch-site': 'cross-site' }, 'another site'],
  ['a neighbour of the site', { 'sec-fetch-site': 'same-site' }, 'another site'],
])('a request of %s is refused', (_name, headers, reason) => {
  expect(check(headers)).toContain(reason);
});

test('only GET is served', () => {
  expect(check({}, 'POST')).toBe('Only GET is served.');
});
