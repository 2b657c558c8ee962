/** Checks PDFs and archives with qpdf, poppler, pdf.js and unzip, which have to be installed. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkBatchOutputs } from '../readers/batch-outputs.ts';
import { checkOptionPairs } from '../readers/option-pairs.ts';
import { type Problems, requireTools } from '../readers/tools.ts';

let checked = 0;
let failed = 0;

function report(name: string, problems: Problems): void {
  checked += 1;
  if (problems.length === 0) return;
  failed += 1;
  console.error(`${name}\n${problems.map((problem) => `  ${problem}`).join('\n')}`);
}

const startedAt = performance.now();
const directory = await mkdtemp(join(tmpdir(), 'platen-readers-'));
try {
  await requireTools();
  await checkOptionPairs(directory, report);
  await checkBatchOutputs(directory, report);
  const seconds = Math.round((performance.now() - startedAt) / 1_000);
  console.log(`${checked} files checked in ${seconds} s, ${failed} with problems`);
  if (failed > 0) process.exitCode = 1;
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
} finally {
  await rm(directory, { recursive: true, force: true });
}
