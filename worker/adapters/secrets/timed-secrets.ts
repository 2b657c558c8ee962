import { parseSecretName, type RotatedSecret } from '../../../schema/secrets.ts';

export interface TimedSecret {
  /** The name of the variable. */
  readonly name: string;
  /** Epoch milliseconds from which it is in use. */
  readonly since: number;
  readonly value: string;
}

/** The secrets of each kind, in the order in which they come into use. */
export type TimedSecrets = Readonly<Record<RotatedSecret, readonly TimedSecret[]>>;

export function readTimedSecrets(variables: object): TimedSecrets {
  const found = Object.entries(variables).flatMap(([name, value]) => {
    const parsed = parseSecretName(name);
    return parsed === null || typeof value !== 'string' ? [] : [{ ...parsed, name, value }];
  });
  const ofKind = (kind: RotatedSecret) =>
    found.filter(({ secret }) => secret === kind).sort((one, other) => one.since - other.since);
  return {
    SIGNING_SECRET: ofKind('SIGNING_SECRET'),
    CREDENTIALS_KEY: ofKind('CREDENTIALS_KEY'),
    OPERATOR_TOKEN: ofKind('OPERATOR_TOKEN'),
    RENDERER_TOKEN: ofKind('RENDERER_TOKEN'),
  };
}

/** The secret that is in use now, and the others, which are still or already accepted. Null if there is none. */
export function secretInUse(
  secrets: readonly TimedSecret[],
  now: number,
): { readonly current: TimedSecret; readonly others: readonly TimedSecret[] } | null {
  const current = secrets.findLast(({ since }) => since <= now) ?? secrets[0];
  if (current === undefined) return null;
  return { current, others: secrets.filter((secret) => secret !== current) };
}
