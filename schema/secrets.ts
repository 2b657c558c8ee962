/** Secrets that change without an interruption (docs/security.md): for a time there are several of one kind. */
export const ROTATED_SECRETS = [
  'SIGNING_SECRET',
  'CREDENTIALS_KEY',
  'OPERATOR_TOKEN',
  'RENDERER_TOKEN',
] as const;

export type RotatedSecret = (typeof ROTATED_SECRETS)[number];

export interface SecretName {
  readonly secret: RotatedSecret;
  /** Epoch milliseconds from which it is in use. 0 for the first one, whose name has no time. */
  readonly since: number;
}

const DATED = new RegExp(String.raw`^(${ROTATED_SECRETS.join('|')})(?:_(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d))?$`);

/** `SIGNING_SECRET`, or `SIGNING_SECRET_20261122T2140`: in use from this minute on, in UTC. Null for other names. */
export function parseSecretName(name: string): SecretName | null {
  const [, kind, year, month, day, hour, minute] = DATED.exec(name) ?? [];
  const secret = ROTATED_SECRETS.find((known) => known === kind);
  if (secret === undefined) return null;
  const since = year === undefined ? 0 : Date.parse(`${year}-${month}-${day}T${hour}:${minute}:00Z`);
  return Number.isNaN(since) ? null : { secret, since };
}

/** @param since whole minutes */
export const datedName = (secret: RotatedSecret, since: number): string =>
  `${secret}_${new Date(since).toISOString().slice(0, 16).replaceAll(/[-:]/g, '')}`;
