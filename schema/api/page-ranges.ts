import { text } from '../text.ts';

/** Every second page of 5,000 pages fits. */
export const MAX_CHARACTERS = 20_000;

/** `1-3,5`: page numbers start at 1, and a range does not count down. */
const PAGE_RANGES = /^\s*[1-9]\d{0,5}(\s*-\s*[1-9]\d{0,5})?(\s*,\s*[1-9]\d{0,5}(\s*-\s*[1-9]\d{0,5})?)*\s*$/;

function rangesRunForward(ranges: string): boolean {
  return ranges.split(',').every((range) => {
    const [first, last] = range.split('-').map(Number);
    return last === undefined || (first ?? 0) <= last;
  });
}

export const pageRanges = text(MAX_CHARACTERS)
  .regex(PAGE_RANGES, { error: 'must be page numbers and ranges such as "1-3,5"', abort: true })
  .refine(rangesRunForward, 'has a range that runs backwards');

/** May have placeholders. It is checked again when they are filled. */
export const filledPageRanges = text(MAX_CHARACTERS).superRefine((ranges, context) => {
  const issues = ranges.includes('{{') ? [] : (pageRanges.safeParse(ranges).error?.issues ?? []);
  for (const { message } of issues) context.addIssue({ code: 'custom', message });
});
