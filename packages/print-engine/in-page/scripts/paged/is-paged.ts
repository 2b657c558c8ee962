import { PAGED_CSS } from '../../paged-css.ts';
import { CARRY_TEMPLATES } from '../../../features/carried-sums/attributes.ts';
import { page } from '../pristine.ts';
import { hasAttributeStyle, hasSheetStyle, hasStyle } from '../style-sheets.ts';

/** Style attributes with CSS that Chromium drops. */
const PAGED_ATTRIBUTES = ['string-set', 'bookmark-', 'footnote', 'running(']
  .map((word) => `[style*="${word}" i]`)
  .join();

/** Returns whether the document may print numbers of its pages, needs blank ones, links to other entries, or has CSS that Chromium dropped. */
export const isPaged = (roots: readonly (Document | ShadowRoot)[]): boolean =>
  page.querySelector(`.pageNumber:empty, .totalPages:empty, ${CARRY_TEMPLATES}`) !== null ||
  roots.some(
    (root) =>
      root.querySelector(`.pageNumbers, [href*="entry:" i], ${PAGED_ATTRIBUTES}`) !== null ||
      Array.from(root.querySelectorAll('style')).some(({ textContent }) => PAGED_CSS.test(textContent)) ||
      hasSheetStyle(root === page ? isPagedStyle : isReference, root),
  ) ||
  hasAttributeStyle('break-', isSided) ||
  hasAttributeStyle('counter-', isNumbered);

/** The rules are read once for all tests: for 3,000 rules, each reading takes about 10 ms. */
const isPagedStyle = (style: CSSStyleDeclaration): boolean =>
  isSided(style) || isNumbered(style) || isReference(style);

const isReference = ({ content }: CSSStyleDeclaration): boolean => refersToTargets(content);

/** @param content the value of the property `content` */
export const refersToTargets = (content: string): boolean => /target-|leader\(/i.test(content);

/** Returns whether a style of the main document requires a left or right page. Styles of shadow trees do not count. */
export const hasSidedBreaks = (): boolean => hasStyle('break-', isSided);

const SIDE = /^(?:left|right|recto|verso)$/;

const isSided = ({ breakBefore, breakAfter }: CSSStyleDeclaration): boolean =>
  SIDE.test(breakBefore) || SIDE.test(breakAfter);

/**
 * Returns whether a style restarts the page numbers, or writes them in another style than decimal. Elements of pages on a screen often increment a
 * counter with the same name, so there it means nothing.
 */
const isNumbered = (style: CSSStyleDeclaration): boolean => {
  const { counterReset, counterSet, counterIncrement, content, parentRule } = style;
  const changes = [counterReset, counterSet, parentRule instanceof CSSPageRule ? counterIncrement : ''];
  return changes.some((change) => /(?:^|\s)page(?:\s|$)/.test(change)) || /counter\(page, /.test(content);
};
