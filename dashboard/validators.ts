import { MAX_NAME_LENGTH, MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from '../schema/console/bounds.ts';

/** Form validators. Each returns an error message, or null. The Worker checks the same bounds. */

type Validator = (value: string) => string | null;

export const validateName: Validator = (value) => {
  if (value.trim() === '') return 'Enter a name';
  return value.trim().length > MAX_NAME_LENGTH ? `Use at most ${MAX_NAME_LENGTH} characters` : null;
};

export const validateEmail: Validator = (value) =>
  /^\S+@\S+\.\S+$/.test(value.trim()) ? null : 'Enter an email address, such as ada@example.com';

export const validateNewPassword: Validator = (value) => {
  if (value.length < MIN_PASSWORD_LENGTH) return `Use at least ${MIN_PASSWORD_LENGTH} characters`;
  return value.length > MAX_PASSWORD_LENGTH ? `Use at most ${MAX_PASSWORD_LENGTH} characters` : null;
};

export const validatePassword: Validator = (value) => (value === '' ? 'Enter your password' : null);
