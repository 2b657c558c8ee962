/** Finds readers of strangers' bytes without the meter of the request: nothing would end them, and others would wait for them. */
import { globSync, readFileSync } from 'node:fs';
import { inProject } from '../project.ts';
import { findUnmeteredReaders } from './find-unmetered-readers.ts';
import { READERS } from './readers.ts';

const files = READERS.flatMap((pattern) => globSync(pattern, { cwd: inProject('.') })).map((path) => ({
  path,
  text: readFileSync(inProject(path), 'utf8'),
}));
for (const reader of findUnmeteredReaders(files)) {
  console.error(`${reader}: needs a Meter, or a comment above that says who charges its bytes`);
  process.exitCode = 1;
}
