import { type Composition, type CompositionInput, compose } from '../../../compose/compose.ts';

const NOTHING: CompositionInput = {
  html: '',
  template: null,
  data: {},
  options: {},
  filename: null,
  maxHtmlBytes: 2_000_000,
  watermark: null,
  now: Date.parse('2026-11-20T12:00:00Z'),
};

/** A composition with defaults for what the test does not set. */
export const composed = (input: Partial<CompositionInput>): Composition => compose({ ...NOTHING, ...input });

export const filledWith = (html: string, data: Record<string, unknown> = {}): string =>
  composed({ html, data }).job.html;
