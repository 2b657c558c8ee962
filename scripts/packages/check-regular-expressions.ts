/**
 * Finds regular expressions whose time grows faster than their text. A stranger chooses most of the texts that they read, and
 * a Worker does nothing else while one runs. An expression that reads only texts of this project, or short ones, has a
 * comment above it that says how the text is bounded.
 */
import { globSync, readFileSync } from 'node:fs';
import { parseSync, Visitor } from 'oxc-parser';
import { analyse, type Report } from 'scslre';
import { inProject } from '../project.ts';

/** The folders whose code reads what strangers send. The dashboard reads what its own user types. */
const SOURCES = '{schema,compose,worker,renderer,packages}/**/*.ts';
const LEFT_OUT = /(^|\/)(test|node_modules|dist)\/|\.generated\.ts$|^packages\/client\/src\/api\.ts$/;

interface Finding {
  readonly place: string;
  readonly expression: string;
  readonly reports: readonly Report[];
}

function findIn(path: string): Finding[] {
  const text = readFileSync(inProject(path), 'utf8');
  const lines = text.split('\n');
  const findings: Finding[] = [];
  const { program } = parseSync(path, text);
  new Visitor({
    Literal(node) {
      if (!('regex' in node)) return;
      const { pattern, flags } = node.regex;
      const { reports } = analyse({ source: pattern, flags });
      const line = text.slice(0, node.start).split('\n').length;
      const above = lines.slice(Math.max(0, line - 6), line).join('\n');
      if (reports.length > 0 && !above.includes('bounded')) {
        findings.push({ place: `${path}:${line}`, expression: `/${pattern}/${flags}`, reports });
      }
    },
  }).visit(program);
  return findings;
}

const findings = globSync(SOURCES, { cwd: inProject('.') })
  .filter((path) => !LEFT_OUT.test(path))
  .flatMap(findIn);

for (const { place, expression, reports } of findings) {
  const kinds = new Set(
    reports.map(({ type, exponential }) => (exponential ? 'exponential' : `quadratic (${type})`)),
  );
  console.error(`${place}: ${[...kinds].join(', ')}: ${expression}`);
}
if (findings.length > 0) process.exitCode = 1;
