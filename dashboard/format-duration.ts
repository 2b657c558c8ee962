const MS_IN_S = 1_000;

/** `340 ms`, or `3.2 s` from one second. */
export const formatDuration = (ms: number): string =>
  ms < MS_IN_S
    ? `${Math.round(ms).toLocaleString()} ms`
    : `${(ms / MS_IN_S).toLocaleString(undefined, { maximumFractionDigits: 1 })} s`;
