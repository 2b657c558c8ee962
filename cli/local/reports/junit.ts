import type { CaseResult } from '../snapshots/run-case.ts';
import type { TestRun } from '../snapshots/run-tests.ts';
import { describeResult, summarise } from './describe-result.ts';

/** The format that CI servers read: a suite for each template, a case for each sample. */
export function writeJunit({ results }: TestRun): string {
  const slugs = [...new Set(results.map(({ test }) => test.template.slug))];
  const body = slugs
    .map((slug) =>
      writeSuite(
        slug,
        results.filter(({ test }) => test.template.slug === slug),
      ),
    )
    .join('');
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="platen test"${countsOf(results)}>\n${body}</testsuites>\n`;
}

const writeSuite = (slug: string, cases: readonly CaseResult[]): string =>
  `  <testsuite name=${quoted(slug)}${countsOf(cases)}>\n${cases.map(writeCase).join('')}  </testsuite>\n`;

function writeCase(result: CaseResult): string {
  const { test, outcome, ms } = result;
  const head = `    <testcase classname=${quoted(test.template.slug)} name=${quoted(test.name)} time="${ms / 1000}"`;
  if (outcome === 'passed') return `${head}/>\n`;
  const tag = outcome === 'failed' ? 'error' : 'failure';
  return `${head}>\n      <${tag} message=${quoted(summarise(result))}>${escapeXml(describeResult(result).join('\n'))}</${tag}>\n    </testcase>\n`;
}

function countsOf(cases: readonly CaseResult[]): string {
  const count = (isCounted: (result: CaseResult) => boolean) => cases.filter(isCounted).length;
  const failures = count(({ outcome }) => outcome === 'different' || outcome === 'new');
  const errors = count(({ outcome }) => outcome === 'failed');
  const seconds = cases.reduce((sum, { ms }) => sum + ms, 0) / 1000;
  return ` tests="${cases.length}" failures="${failures}" errors="${errors}" time="${seconds.toFixed(3)}"`;
}

const quoted = (text: string): string => `"${escapeXml(text)}"`;

/** XML has no control characters, also not as references, but for these three. Source: XML 1.0, 2.2. */
const isForbidden = (character: string): boolean =>
  (character < ' ' && !'\t\r\n'.includes(character)) || character === '\uFFFE' || character === '\uFFFF';

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\n': '&#10;',
};

const escapeXml = (text: string): string =>
  Array.from(text.toWellFormed(), (character) =>
    isForbidden(character) ? '\uFFFD' : (ENTITIES[character] ?? character),
  ).join('');
