import { OPS } from 'pdfjs-dist';

/** The text of the mark. Source: `worker/verbs/templates/preview-template.ts`. */
const MARK_TEXT = 'PREVIEW';

/** The tag that encloses the operators of the mark. Source: `drawMark` of `packages/pdf/finish/watermark.ts`. */
const MARK_TAG = 'PlatenMark';

interface Operators {
  readonly fnArray: readonly number[];
  readonly argsArray: readonly unknown[];
}

/** Returns a filter that leaves out the mark. Each drawing needs a new filter, because pdf.js asks it about each operator in turn. */
export function withoutMark(): (index: number, operators: Operators) => boolean {
  /** The number of open tags from the tag of the mark on. */
  let depth = 0;
  return (index, { fnArray, argsArray }) => {
    const operator = fnArray[index];
    const begins = operator === OPS.beginMarkedContent || operator === OPS.beginMarkedContentProps;
    if (begins && (depth > 0 || isMarkTag(argsArray[index]))) depth += 1;
    const isShown = depth === 0;
    if (operator === OPS.endMarkedContent && depth > 0) depth -= 1;
    return isShown;
  };
}

function isMarkTag(operands: unknown): boolean {
  const tag: unknown = Array.isArray(operands) ? operands[0] : null;
  return typeof tag === 'object' && tag !== null && 'name' in tag && tag.name === MARK_TAG;
}

/** Returns whether an item of a page's text is not the mark. */
export const isNotMark = (item: object): boolean => !('str' in item && item.str === MARK_TEXT);
