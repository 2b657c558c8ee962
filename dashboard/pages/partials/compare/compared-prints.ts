export interface ComparedPage {
  readonly number: number;
  /** It is null for a page that this print does not have. */
  readonly before: HTMLCanvasElement | null;
  readonly after: HTMLCanvasElement | null;
  /** The changed pixels on the faded page. It is null if only one print has the page, or its size differs. */
  readonly difference: HTMLCanvasElement | null;
  /** From 0 to 1. */
  readonly changedShare: number;
}

export interface ComparedPrints {
  readonly pagesBefore: number;
  readonly pagesAfter: number;
  /** The first pages only, if the prints are long. */
  readonly comparedPages: number;
  readonly changed: readonly ComparedPage[];
}

export interface ComparedSample {
  /** The name of a set of sample data. */
  readonly name: string;
  readonly prints: ComparedPrints;
}

/** Returns whether two prints differ, as far as they were compared. */
export const isChanged = ({ changed, pagesBefore, pagesAfter }: ComparedPrints): boolean =>
  changed.length > 0 || pagesBefore !== pagesAfter;

/** Returns whether all pages were compared. */
const isWhole = ({ comparedPages, pagesBefore, pagesAfter }: ComparedPrints): boolean =>
  comparedPages === Math.max(pagesBefore, pagesAfter);

/** Returns one line for the prints of all sample data. */
export function describeComparison(samples: readonly ComparedSample[]): string {
  const changed = samples.filter(({ prints }) => isChanged(prints));
  if (changed.length === 0) return describeSame(samples);
  const counted = countPages(changed.reduce((sum, { prints }) => sum + prints.changed.length, 0));
  return samples.length === 1 ? counted : `${counted}, in ${changed.length} of ${samples.length} samples`;
}

/** Returns sentences about the two prints of one set of sample data. */
export function describePrints(prints: ComparedPrints): string {
  const { changed, comparedPages, pagesBefore, pagesAfter } = prints;
  const sentences: string[] = [];
  if (!isWhole(prints)) sentences.push(`Only the first ${comparedPages} pages were compared.`);
  if (changed.length > 0) sentences.push(`Changed pages: ${changed.length} of ${comparedPages}.`);
  else sentences.push(isWhole(prints) ? 'Both prints look the same.' : 'These pages look the same.');
  if (pagesBefore !== pagesAfter)
    sentences.push(`The published print has ${pagesBefore} pages, and the new print has ${pagesAfter}.`);
  return sentences.join(' ');
}

function describeSame(samples: readonly ComparedSample[]): string {
  const long = samples.find(({ prints }) => !isWhole(prints));
  return long ? `The first ${long.prints.comparedPages} pages print the same` : 'Prints the same';
}

/** None differs if only the number of pages differs, after the compared ones. */
function countPages(count: number): string {
  if (count === 0) return 'The number of pages differs';
  return count === 1 ? '1 page differs' : `${count} pages differ`;
}
