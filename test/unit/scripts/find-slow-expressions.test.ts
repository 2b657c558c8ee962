import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { findSlowExpressions } from '../../../scripts/packages/find-slow-expressions.ts';

const find = (text: string) => findSlowExpressions('some.ts', text);

test('finds an expression whose time grows faster than its text', () => {
  expect(find(String.raw`const length = /^\d+\s*(mm)?\s*$/;`)).toMatchObject([
    { line: 1, kinds: ['quadratic (Trade)'] },
  ]);
  expect(find('\nconst words = /^(\\w+)+$/;')).toMatchObject([{ line: 2, kinds: ['exponential'] }]);
  expect(find(String.raw`const start = text.match(/\s+$/u);`)).toMatchObject([
    { kinds: ['quadratic (Move)'] },
  ]);
});

test.each([
  [String.raw`/\/\*.*?\*\//gs`, '.*?'],
  [String.raw`/<!--[^]*?-->/`, '[^]*?'],
  [String.raw`/url\([^)]*\)/g`, '[^)]*'],
  [String.raw`/<!--[^]{0,5000}-->/g`, '[^]{0,5000}'],
  [String.raw`/\((?:[^()\\]|\\.)*\) \d/g`, String.raw`(?:[^()\\]|\\.)*`],
])('finds the run of %s, which each opening mark reads again', (expression, run) => {
  expect(find(`text.replaceAll(${expression}, '');`)).toMatchObject([{ kinds: [`repeated run (${run})`] }]);
});

test.each([
  ['a run that ends at the opening mark', String.raw`/\[[^[\]]*\]/g`],
  ['a run that needs no closing mark', String.raw`/"(?:[^"\\]|\\.)*"?|\/\*.*/gs`],
  ['an escaped opening mark inside', String.raw`/\/Title \((?:[^()\\]|\\.)*\)/g`],
  ['a match that starts at one place', String.raw`/^<!--.*?-->/s`],
  ['a match at a place that the code gives', String.raw`/<!--.*?-->/sy`],
  ['a start that no run has', String.raw`/(?<![\w.])[\w.]+=/g`],
  ['a short run', String.raw`/<!--[^]{0,200}-->/g`],
])('finds nothing in %s', (_, expression) => {
  expect(find(`text.replaceAll(${expression}, '');`)).toEqual([]);
});

test('finds nothing in an expression that reads each character once, or whose text is bounded', () => {
  expect(find(String.raw`const number = /^-?\d+(?:\.\d+)?$/;`)).toEqual([]);
  expect(find('// The text is bounded: it has at most 100 characters.\nconst words = /^(\\w+)+$/;')).toEqual(
    [],
  );
});

const RUN = String.raw`/\\*.*?\\*/`;

test.each([
  ['a text', `new RegExp('${RUN}', 'gs')`],
  ['a function', `RegExp('${RUN}', 'gs')`],
  ['a raw template', 'new RegExp(String.raw`/\\*.*?\\*/`, "gs")'],
  [
    'constants',
    `const OPEN = '/\\\\*';\nconst END = /\\*\\//;\nnew RegExp(\`\${OPEN}.*?\${END.source}\`, 'gs')`,
  ],
  ['a list', `new RegExp(['a', '${RUN}'].join('|'), 'gs')`],
  ['another expression with other flags', `const ONE = /\\/\\*.*?\\*\\//sy;\nnew RegExp(ONE, 'gs')`],
])('finds the run of an expression that is built from %s', (_, code) => {
  expect(find(code)).toMatchObject([{ kinds: ['repeated run (.*?)'] }]);
});

test('finds an expression that is not known before the code runs, unless its text is bounded', () => {
  const code = 'const find = (name: string) => new RegExp(`<${name}>`);';
  expect(find(code)).toMatchObject([{ line: 1, kinds: ['not known before the code runs'] }]);
  expect(find(`// The text is bounded.\n${code}`)).toEqual([]);
  // A copy of an expression.
  expect(find('const ONE = /a/y;\nnew RegExp(ONE);')).toEqual([]);
});

test('reads the constants of an imported file', () => {
  const file = new URL('../../../packages/print-engine/in-page/scripts/paged/other.ts', import.meta.url);
  const code = "import { CSS_STRING } from './content-items.ts';\nnew RegExp(CSS_STRING, 'g');";
  expect(findSlowExpressions(fileURLToPath(file), code)[0]?.expression).toContain('(?:[^"');
});
