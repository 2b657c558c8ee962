import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { inProject } from '../../scripts/project.ts';
import { MISSED } from './measure.ts';

const PAGE = inProject('docs/benchmarks.md');
const SHORTFALLS = 'shortfalls';
const HEAD =
  '# Benchmarks\n\n`npm run bench -- all --write` writes this page. Do not edit the sections below by hand.\n';

/** Replaces the section of a benchmark, and the list of what misses its target. */
export function savePage(name: string, section: string): void {
  const page = existsSync(PAGE) ? readFileSync(PAGE, 'utf8') : HEAD;
  writeFileSync(PAGE, withSection(page, name, `${section}\n\n${measuredOn()}`));
  // Aligns the tables.
  execFileSync(process.execPath, [inProject('node_modules/oxfmt/bin/oxfmt'), PAGE]);
}

export function withSection(page: string, name: string, section: string): string {
  const changed = replaced(page, name, section);
  return replaced(changed, SHORTFALLS, shortfalls(changed));
}

function replaced(page: string, name: string, section: string): string {
  const [opening, closing] = [`<!-- bench:${name} -->`, `<!-- /bench:${name} -->`];
  const start = page.indexOf(opening);
  const before = start === -1 ? `${page.trimEnd()}\n\n` : page.slice(0, start);
  const after = start === -1 ? '\n' : page.slice(page.indexOf(closing) + closing.length);
  return `${before}${opening}\n\n${section}\n\n${closing}${after}`;
}

/** The rows and sentences of all sections that contain the mark. */
function shortfalls(page: string): string {
  const missed: string[] = [];
  let heading = '';
  for (const line of page.slice(page.indexOf(`<!-- /bench:${SHORTFALLS} -->`)).split('\n')) {
    if (line.startsWith('## ')) heading = line.slice(3);
    else if (line.includes(MISSED)) missed.push(`- ${heading}: ${asSentence(line)}`);
  }
  const list = missed.length === 0 ? 'Every target is met.' : missed.join('\n');
  return `## What misses its target\n\n${list}`;
}

const asSentence = (line: string): string =>
  line.startsWith('|') ? rowAsSentence(line) : line.replaceAll(MISSED, 'missed');

/** The name of the row, and each measured value with the target that it misses, which is in the next column. */
function rowAsSentence(row: string): string {
  const cells = row
    .split('|')
    .map((cell) => cell.trim())
    .filter((cell) => cell !== '');
  const missed = cells.flatMap((cell, index) => {
    if (!cell.includes(MISSED)) return [];
    const measured = cells[index - 1] ?? '';
    const wanted = cell.replace(MISSED, '').replace(/: $/, '');
    return [wanted === '' ? measured : `${measured} instead of ${wanted}`];
  });
  return [cells[0], ...missed].join(', ');
}

/** Returns what a reader needs to compare: the machine without its name, and the versions. */
function measuredOn(): string {
  const model = cpus()[0]?.model ?? 'an unknown kind';
  const memoryGb = Math.round(totalmem() / 2 ** 30);
  const versions = ['workerd', 'miniflare', '@sparticuz/chromium'].map(
    (name) => `${name} ${versionOf(name)}`,
  );
  const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], {
    cwd: inProject(),
    encoding: 'utf8',
  });
  return `Measured on ${new Date().toISOString().slice(0, 10)} at commit ${commit.trim()}: ${cpus().length} cores of ${model}, ${memoryGb} GB, ${process.platform}
${process.arch}, Node ${process.versions.node}, ${versions.join(', ')}.`;
}

function versionOf(name: string): string {
  const manifest = readFileSync(inProject('node_modules', name, 'package.json'), 'utf8');
  return (JSON.parse(manifest) as { version: string }).version;
}
