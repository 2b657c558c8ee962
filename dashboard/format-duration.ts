const MS_IN_S = 1_000;

/** `340 ms`, or `3.2 s` from one second. */
export const formatDuration = (ms: number): string =>
  ms < MS_IN_S
    ? `${Math.round(ms).toLocaleString()} ms`
    : `${(ms / MS_IN_S).toLocaleString(undefined, { maximumFractionDigits: 1 })} s`;

const WAITS = [
  { unit: 'day', seconds: 86_400 },
  { unit: 'hour', seconds: 3_600 },
  { unit: 'minute', seconds: 60 },
] as const;

/** `45 seconds`, `3 minutes` or `9 days`: rounded up, and in seconds below two minutes. */
export function formatWait(seconds: number): string {
  const wait = WAITS.find((known) => seconds >= 2 * known.seconds);
  const count = wait === undefined ? seconds : Math.ceil(seconds / wait.seconds);
  return `${count} ${wait?.unit ?? 'second'}${count === 1 ? '' : 's'}`;
}
