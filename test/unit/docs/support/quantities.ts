import { anchor } from './markdown.ts';

const UNITS =
  'ms|s|MB|kB|KB|GB|KiB|MiB|%|times|PDFs|milliseconds?|seconds?|minutes?|hours?|days?|weeks?|months?|bytes|characters|pages|rows|files|credits|requests|entries|levels|mm|pixels|objects|jobs|attempts|headers|workspaces|clients|records|tests|browsers|instances|processes|retries|redirects|webhooks|keys|templates|versions|columns|values|steps|rounds';

const COUNT = '(?:two|three|four|five|six|seven|eight|nine|ten|twelve|twenty|a hundred|a thousand)';

const MEASURE =
  'as (?:fast|large|long|many|much|high|small)|(?:that|the|their|its) (?:size|CPU|time|bytes|PDF|width|memory)';

/** Comparisons in words. A number of minutes, of attempts or of things in words is prose too often. */
const COMPARISON = new RegExp(`\\b(?:twice|half|${COUNT}(?: to ${COUNT})? times) (?:${MEASURE})\\b`, 'gi');

const QUANTITY = new RegExp(`(?<![\\w.,-])\\d(?:[\\d,]*\\d)?(?:\\.\\d+)? ?(?:${UNITS})(?!\\w)`, 'g');

/**
 * The numbers with a unit in a text, without those in code and in addresses, and comparisons in words: `24 hours`, `1.7 s`,
 * `twice that size`, `three times as long`.
 */
export function quantitiesIn(markdown: string): string[] {
  const text = markdown
    .replaceAll(/`[^`\n]*`/g, '')
    .replaceAll(/\]\([^)\s]+\)/g, ']')
    .replaceAll(/\n\s*/g, ' ');
  return [
    ...[...text.matchAll(QUANTITY)].map(([quantity]) => quantity),
    ...[...text.matchAll(COMPARISON)].map(([comparison]) => comparison.toLowerCase()),
  ];
}

export interface Section {
  /** `docs/contract.md#41-plans`. Text before the first heading has the path alone. */
  readonly place: string;
  readonly text: string;
}

/** A page by its headings, without code blocks and without what `npm run bench` has written. */
export function sectionsOf(path: string, markdown: string): Section[] {
  const text = markdown
    .replaceAll(/^```.*?^```/gms, '')
    .replaceAll(/<!-- bench:([\w-]+) -->[^]*?<!-- \/bench:\1 -->/g, '');
  return text.split(/^(?=#{1,6} )/m).map((section) => {
    const [first = '', ...lines] = section.split('\n');
    const [, heading] = /^#+ (.+)$/.exec(first) ?? [];
    if (heading === undefined) return { place: path, text: section };
    return { place: `${path}#${anchor(heading.trim())}`, text: lines.join('\n') };
  });
}
