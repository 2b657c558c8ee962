import { compose, type PlannedComposition } from '../../../compose/compose.ts';
import type { CompositionInput } from '../../../compose/composition-input.ts';
import { unlimited } from '../unlimited.ts';

const NOTHING: CompositionInput = {
  meter: unlimited(),
  content: '',
  template: null,
  data: {},
  options: {},
  filename: null,
  maxHtmlBytes: 2_000_000,
  watermark: null,
  now: Date.parse('2026-11-20T12:00:00Z'),
};

/** A composition with defaults for what the test does not set. */
export const composed = (input: Partial<CompositionInput>): PlannedComposition =>
  compose({ ...NOTHING, ...input });

export const filledWith = (html: string, data: Record<string, unknown> = {}): string =>
  composed({ content: html, data }).job.html;
