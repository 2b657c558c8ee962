/** Secrets that change without an interruption (docs/security.md): for a time there are two of one kind. */
export const ROTATED_SECRETS = [
  'SIGNING_SECRET',
  'CREDENTIALS_KEY',
  'OPERATOR_TOKEN',
  'RENDERER_TOKEN',
] as const;

/** The minimum length of a token that a person or a script sends. */
export const MIN_TOKEN_CHARACTERS = 16;

export type RotatedSecret = (typeof ROTATED_SECRETS)[number];

interface SecretName {
  readonly secret: RotatedSecret;
  /** The secret with the highest number is in use. */
  readonly number: number;
}

/** The names are the operator's, and bounded. */
const NUMBERED = new RegExp(String.raw`^(${ROTATED_SECRETS.join('|')})(?:_(\d+)(?:T(\d{4}))?)?$`);

/**
 * `SIGNING_SECRET`, and after a change `SIGNING_SECRET_2`. Version 0.1.0 wrote the time of the change instead, such as
 * `SIGNING_SECRET_20261122T2140`: its digits are a number too. It is null for other names.
 */
export function parseSecretName(name: string): SecretName | null {
  const [, kind, digits, time = ''] = NUMBERED.exec(name) ?? [];
  const secret = ROTATED_SECRETS.find((known) => known === kind);
  if (secret === undefined) return null;
  return { secret, number: digits === undefined ? 1 : Number(`${digits}${time}`) };
}

export interface Secret {
  /** The name of the variable. */
  readonly name: string;
  readonly value: string;
}

/** The secrets of a kind. The first one signs and encrypts. The others are accepted until they are deleted. */
export function findSecrets(variables: object, kind: string): Secret[] {
  const found = Object.entries(variables).flatMap(([name, value]) => {
    const parsed = parseSecretName(name);
    return parsed?.secret === kind && typeof value === 'string'
      ? [{ name, value, number: parsed.number }]
      : [];
  });
  return found.sort((one, other) => other.number - one.number).map(({ name, value }) => ({ name, value }));
}

/** Those of each kind. The first one is in use. */
export type Secrets = Readonly<Record<RotatedSecret, readonly Secret[]>>;

export const readSecrets = (variables: object): Secrets => ({
  SIGNING_SECRET: findSecrets(variables, 'SIGNING_SECRET'),
  CREDENTIALS_KEY: findSecrets(variables, 'CREDENTIALS_KEY'),
  OPERATOR_TOKEN: findSecrets(variables, 'OPERATOR_TOKEN'),
  RENDERER_TOKEN: findSecrets(variables, 'RENDERER_TOKEN'),
});
