/** The service honours these preferences of `Prefer` (RFC 7240). */
export interface Preferences {
  readonly strict: boolean;
  readonly respondAsync: boolean;
  /** It is null if the client does not wait. */
  readonly waitSeconds: number | null;
}

/** A name, a value, and parameters, which have no meaning here. */
const PREFERENCE =
  /\s*([^\s=,;"]+)\s*(?:=(?:\s*(?:"([^"]*)"|([^\s,;"]+)))?\s*)?(?:;(?:[^,"]|"[^"]*")*)?(?:,|$)/y;

/** Names and values by name. Of several values of a preference, the first counts. A malformed rest is ignored. */
function readValues(prefer: string): Map<string, string> {
  const values = new Map<string, string>();
  PREFERENCE.lastIndex = 0;
  for (let found = PREFERENCE.exec(prefer); found !== null; found = PREFERENCE.exec(prefer)) {
    const [, name = '', quoted, plain = ''] = found;
    const key = name.toLowerCase();
    if (!values.has(key)) values.set(key, quoted ?? plain);
    if (PREFERENCE.lastIndex >= prefer.length) break;
  }
  return values;
}

export function readPreferences(prefer = ''): Preferences {
  const values = readValues(prefer);
  const wait = values.get('wait') ?? '';
  return {
    strict: values.get('handling')?.toLowerCase() === 'strict',
    respondAsync: values.has('respond-async'),
    waitSeconds: /^\d{1,9}$/.test(wait) ? Number(wait) : null,
  };
}
