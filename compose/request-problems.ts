import type { z } from 'zod';
import { characterCount, MAX_FILENAME_CHARACTERS, normaliseFilename } from './filename.ts';
import { outputProblems } from '../schema/api/output.ts';
import { sourceProblems } from '../schema/api/sources.ts';
import { describeIssues } from '../schema/api/issues.ts';

export function findRequestProblems(body: unknown, error: z.core.$ZodError | null): string[] {
  return [
    ...sourceProblems(body),
    ...filenameProblems(body),
    ...outputProblems(body),
    ...describeIssues(error, body),
  ];
}

export function filenameProblems(body: unknown): string[] {
  if (typeof body !== 'object' || body === null || !('filename' in body)) return [];
  const { filename } = body;
  if (typeof filename !== 'string') return [];
  const characters = characterCount(filename.trim());
  if (characters < 1 || characters > MAX_FILENAME_CHARACTERS) {
    return [`filename: must have 1 to ${MAX_FILENAME_CHARACTERS} characters`];
  }
  return normaliseFilename(filename) === null ? ['filename: must name a file'] : [];
}
