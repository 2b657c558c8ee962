import { MarkdownTooLong } from './too-long.ts';

/** Where Markdown is rendered, and from which field it comes. */
export interface MarkdownLimits {
  readonly field: string;
  /** The longest source, after its placeholders are filled. */
  readonly maxChars: number;
}

/** Of the characters, so many may be marks or line ends. Half of a table of one letter in each cell is marks. */
const MARKS_PER_CHAR = 1 / 4;

/** The opening, the end and the text of each block. A table has cells that are not in the source. */
const BLOCKS_PER_CHAR = 1 / 2;

/** The characters at which the parser looks for an element. Its time is theirs: other text is read at once. */
const MARKS = /[\n!#$%&*+\-/:<=>@[\\\]^_`{|}~]/g;

/** `render` charges the source. @throws {MarkdownTooLong} */
export function requireShort(source: string, { field, maxChars }: MarkdownLimits): void {
  if (source.length > maxChars) throw new MarkdownTooLong(field, source.length, maxChars, 'characters');
  const [marks, maxMarks] = [source.match(MARKS)?.length ?? 0, maxChars * MARKS_PER_CHAR];
  if (marks > maxMarks)
    throw new MarkdownTooLong(field, marks, maxMarks, 'characters such as * and [, and line ends,');
}

/** @throws {MarkdownTooLong} */
export function requireFewBlocks(blocks: number, { field, maxChars }: MarkdownLimits): void {
  if (blocks > maxChars * BLOCKS_PER_CHAR)
    throw new MarkdownTooLong(
      field,
      blocks,
      maxChars * BLOCKS_PER_CHAR,
      'parts of lists, tables and paragraphs',
    );
}
