import { readStyles } from './css-rules.ts';
import { page, plain } from './pristine.ts';

type Root = Document | ShadowRoot;

/** Returns the style sheets of a tree. Of two with the same weight, the later one wins. */
export const listSheets = ({ styleSheets, adoptedStyleSheets }: Root = page): CSSStyleSheet[] => [
  ...styleSheets,
  ...adoptedStyleSheets,
];

/** Makes a style sheet the last one of a tree. */
export function adopt(sheet: CSSStyleSheet, root: Root = page): void {
  root.adoptedStyleSheets = [...root.adoptedStyleSheets.filter((other) => other !== sheet), sheet];
}

export function drop(sheet: CSSStyleSheet, root: Root = page): void {
  root.adoptedStyleSheets = root.adoptedStyleSheets.filter((other) => other !== sheet);
}

type Test = (style: CSSStyleDeclaration) => boolean;

/** Returns whether a declaration block in the style sheets of a tree passes the test. */
export const hasSheetStyle = (test: Test, root: Root = page): boolean =>
  listSheets(root).some((sheet) => readStyles(sheet).some(test));

/** Returns whether a style attribute of the main document that has the word passes the test. */
export const hasAttributeStyle = (word: string, test: Test): boolean =>
  Array.from(page.querySelectorAll<HTMLElement>(`[style*="${word}"]`)).some((element) => {
    // XML elements of other kinds have no style.
    const style: CSSStyleDeclaration | undefined = plain(element).style;
    return style !== undefined && test(style);
  });

/**
 * Returns whether a declaration block of the main document passes the test.
 * @param word the style attributes with this word are tested too
 */
export const hasStyle = (word: string, test: Test): boolean =>
  hasSheetStyle(test) || hasAttributeStyle(word, test);
