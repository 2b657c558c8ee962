interface Report {
  readonly vulnerabilities?: Readonly<Record<string, { readonly severity: string; readonly range?: string }>>;
}

/** Returns null if the registry did not answer. */
export function readReport(output: string): string[] | null {
  const start = output.indexOf('{');
  if (start === -1) return null;
  const { vulnerabilities } = JSON.parse(output.slice(start)) as Report;
  if (vulnerabilities === undefined) return null;
  return Object.entries(vulnerabilities).map(
    ([name, { severity, range }]) => `${name}: ${severity}${range === undefined ? '' : ` (${range})`}`,
  );
}
