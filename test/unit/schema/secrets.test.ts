import { expect, test } from 'vitest';
import { findSecrets, parseSecretName } from '../../../schema/secrets.ts';

test.each([
  ['SIGNING_SECRET', { secret: 'SIGNING_SECRET', number: 1 }],
  ['SIGNING_SECRET_2', { secret: 'SIGNING_SECRET', number: 2 }],
  ['CREDENTIALS_KEY_20261122T2140', { secret: 'CREDENTIALS_KEY', number: 202_611_222_140 }],
  ['SIGNING_SECRET_PREVIOUS', null],
  ['MY_SIGNING_SECRET', null],
  ['SETUP_TOKEN_2', null],
])('%s is %j', (name, parsed) => {
  expect(parseSecretName(name)).toEqual(parsed);
});

test('the secret with the highest number is in use, also after one with a time of version 0.1.0', () => {
  const variables = {
    OPERATOR_TOKEN_2: 'two',
    OPERATOR_TOKEN: 'one',
    OPERATOR_TOKEN_10: 'ten',
    RENDERER_TOKEN_11: 'other',
    OPERATOR_TOKEN_9: 9,
  };
  expect(findSecrets(variables, 'OPERATOR_TOKEN').map(({ value }) => value)).toEqual(['ten', 'two', 'one']);
  const dated = { SIGNING_SECRET_20261122T2140: 'first', SIGNING_SECRET_202611222141: 'second' };
  expect(findSecrets(dated, 'SIGNING_SECRET')[0]).toEqual({
    name: 'SIGNING_SECRET_202611222141',
    value: 'second',
  });
});
