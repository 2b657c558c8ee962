import type { Difference } from '../snapshots/compare-snapshots.ts';
import type { CaseResult } from '../snapshots/run-case.ts';
import type { TestRun } from '../snapshots/run-tests.ts';
import { titleOf } from '../snapshots/test-cases.ts';
import { describeDifference, describeResult } from './describe-result.ts';

export interface ShownDifference {
  readonly difference: Difference;
  /** Paths from the report. */
  readonly pictures: Readonly<Record<'expected' | 'actual' | 'difference', string>> | null;
}

const STYLE = `
  :root { color-scheme: light dark; --line: light-dark(#d9dce2, #3a3f49); --bad: light-dark(#b3261e, #ff897d); --good: light-dark(#1b6e3c, #6fd694) }
  body { font: 15px/1.5 system-ui, sans-serif; margin: 0 auto; max-width: 1200px; padding: 24px }
  h1 { font-size: 22px } h2 { border-top: 1px solid var(--line); font-size: 17px; padding-top: 16px }
  .passed { color: var(--good) } .different, .failed, .new { color: var(--bad) }
  ul { list-style: none; padding: 0 } pre { border: 1px solid var(--line); overflow: auto; padding: 8px }
  .del { color: var(--bad) } .add { color: var(--good) }
  .pictures { display: grid; gap: 12px; grid-template-columns: repeat(auto-fit, minmax(280px, 1fr)) }
  figure { margin: 0 } img { border: 1px solid var(--line); max-width: 100% }
`;

const CAPTIONS = { expected: 'Snapshot', actual: 'Now', difference: 'Difference' } as const;

/** A page without scripts. The texts in it are those of templates and their data. */
export function writeHtml(
  { results, orphans, chromium }: TestRun,
  shown: ReadonlyMap<CaseResult, readonly ShownDifference[]>,
): string {
  const failed = results.filter(({ outcome }) => outcome !== 'passed');
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>platen test</title>
<style>${STYLE}</style>
<h1>${results.length - failed.length} passed, ${failed.length} failed</h1>
<p>Chromium ${escapeHtml(chromium)}</p>
<ul>${results.map(writeLine).join('')}</ul>
${orphans.length === 0 ? '' : `<p>Snapshots without a sample: ${orphans.map(escapeHtml).join(', ')}</p>`}
${failed.map((result) => writeFailure(result, shown.get(result) ?? [])).join('')}
</html>
`;
}

const writeLine = ({ test, outcome, ms }: CaseResult): string => {
  const title = escapeHtml(titleOf(test));
  const name = outcome === 'passed' ? title : `<a href="#${encodeURIComponent(titleOf(test))}">${title}</a>`;
  return `<li><span class="${outcome}">${outcome}</span> ${name} (${ms} ms)</li>`;
};

function writeFailure(result: CaseResult, shown: readonly ShownDifference[]): string {
  const title = titleOf(result.test);
  const heading = `<h2 id="${encodeURIComponent(title)}">${escapeHtml(title)}</h2>`;
  const other =
    result.otherChromium === null
      ? ''
      : `<p>The snapshot is from Chromium ${escapeHtml(result.otherChromium)}.</p>`;
  if (result.outcome !== 'different')
    return `${heading}<pre>${escapeHtml(describeResult(result).join('\n'))}</pre>`;
  return `${heading}${other}${shown.map(writeDifference).join('')}`;
}

function writeDifference({ difference, pictures }: ShownDifference): string {
  const text = `<p>${escapeHtml(describeDifference(difference))}</p>`;
  const lines =
    difference.lines.length === 0 ? '' : `<pre>${difference.lines.map(writeChange).join('\n')}</pre>`;
  if (pictures === null) return text + lines;
  const figures = (['expected', 'actual', 'difference'] as const).map(
    (kind) =>
      `<figure><img src="${pictures[kind]}" alt=""><figcaption>${CAPTIONS[kind]}</figcaption></figure>`,
  );
  return `${text}${lines}<div class="pictures">${figures.join('')}</div>`;
}

const writeChange = (line: string): string =>
  `<span class="${line.startsWith('-') ? 'del' : 'add'}">${escapeHtml(line)}</span>`;

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

const escapeHtml = (text: string): string =>
  text.replaceAll(/[&<>"]/g, (character) => ENTITIES[character] ?? character);
