import { existsSync, readFileSync } from 'node:fs';
import { inProject } from './project.ts';

/** Written by each run of `npm test`. */
export const RESULTS_FILE = inProject('artifacts/test-results.json');

export interface FileResult {
  readonly passed: number;
  readonly failed: number;
  /** In UTC, as `2026-11-22`. */
  readonly date: string;
}

/** The last result of each test file, by its path in the project. */
export const readResults = (): Readonly<Record<string, FileResult>> =>
  existsSync(RESULTS_FILE)
    ? (JSON.parse(readFileSync(RESULTS_FILE, 'utf8')) as Record<string, FileResult>)
    : {};
