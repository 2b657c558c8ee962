import { MAX_NAME_LENGTH, MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from '../schema/console/bounds.ts';

/** What forms check before they send: the same bounds as the Worker's, in words for who types. */

type Rule = (value: string) => string | null;

export const nameRule: Rule = (value) => {
  if (value.trim() === '') return 'Enter a name';
  return value.trim().length > MAX_NAME_LENGTH ? `At most ${MAX_NAME_LENGTH} characters` : null;
};

export const emailRule: Rule = (value) =>
  /^\S+@\S+\.\S+$/.test(value.trim()) ? null : 'Enter an e-mail address, such as ada@example.com';

export const newPasswordRule: Rule = (value) => {
  if (value.length < MIN_PASSWORD_LENGTH) return `At least ${MIN_PASSWORD_LENGTH} characters`;
  return value.length > MAX_PASSWORD_LENGTH ? `At most ${MAX_PASSWORD_LENGTH} characters` : null;
};

export const passwordRule: Rule = (value) => (value === '' ? 'Enter your password' : null);

export const PASSWORD_HINT = `At least ${MIN_PASSWORD_LENGTH} characters. A few words are better than one odd one.`;
