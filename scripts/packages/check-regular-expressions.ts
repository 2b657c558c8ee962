/**
 * Finds regular expressions whose time grows faster than their text. A stranger chooses most of the texts that they read, and
 * a Worker does nothing else while one runs. An expression that reads only texts of this project, or short ones, has a
 * comment above it that says how the text is bounded.
 */
import { globSync, readFileSync } from 'node:fs';
import { inProject } from '../project.ts';
import { findSlowExpressions } from './find-slow-expressions.ts';

/** The folders whose code reads what strangers send. The dashboard, the command line and the components of React read what their own user writes. */
const SOURCES = '{schema,compose,worker,renderer,packages}/**/*.ts';
const LEFT_OUT =
  /(^|\/)(test|node_modules|dist)\/|\.generated\.ts$|^packages\/client\/src\/api\.ts$|^(?:cli|packages\/react)\//;

for (const path of globSync(SOURCES, { cwd: inProject('.') })) {
  if (LEFT_OUT.test(path)) continue;
  const file = inProject(path);
  for (const { line, expression, kinds } of findSlowExpressions(file, readFileSync(file, 'utf8'))) {
    console.error(`${path}:${line}: ${kinds.join(', ')}: ${expression}`);
    process.exitCode = 1;
  }
}
