type Pattern = readonly [RegExp, string];

/** The first match counts: the user agents of Edge and Opera contain Chrome, and that of Chrome contains Safari. */
const BROWSERS: readonly Pattern[] = [
  [/Edg(?:e|A|iOS)?\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrome\/|CriOS\//, 'Chrome'],
  [/Safari\//, 'Safari'],
];

const SYSTEMS: readonly Pattern[] = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X|Macintosh/, 'macOS'],
  [/CrOS/, 'ChromeOS'],
  [/Linux/, 'Linux'],
];

/** A `User-Agent` header as a label: `Firefox on Windows`. */
export function toDeviceLabel(userAgent: string | null): string {
  if (userAgent === null || userAgent === '') return 'Unknown device';
  const nameIn = (patterns: readonly Pattern[]) => patterns.find(([pattern]) => pattern.test(userAgent))?.[1];
  const browser = nameIn(BROWSERS);
  const system = nameIn(SYSTEMS);
  if (browser && system) return `${browser} on ${system}`;
  return browser ?? system ?? 'Unknown browser';
}
