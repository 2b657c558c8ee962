import { page, plain } from './pristine.ts';

const MAX_CHARACTERS = 2000;
const MAX_MISSING = 100;

/**
 * Every font has the Latin letters. Marks and control characters have no glyph of their own. A font of icons has its own for private
 * characters, and another font has none.
 */
const CANDIDATES = /[^\u0020-\u024f\s\p{M}\p{Cc}\p{Cf}\p{Cs}]/gu;

/** A private-use character that no font has. */
const UNASSIGNED = '\u{10fffd}';

/** A script of the document may have removed the body. */
const findRoot = (): Node => page.body ?? document;

/** Finds characters that are drawn as the box for an unassigned one. */
export function findMissingGlyphs(roots: readonly Node[] = [findRoot()]): string[] {
  const canvas = new OffscreenCanvas(24, 24).getContext('2d', { willReadFrequently: true });
  if (!canvas) return [];
  const draw = (character: string, element: Element): string => {
    canvas.clearRect(0, 0, 24, 24);
    const { fontFamily, fontWeight } = getComputedStyle(element);
    canvas.font = `${fontWeight} 16px ${fontFamily}`;
    canvas.fillText(character, 2, 18);
    return canvas.getImageData(0, 0, 24, 24).data.join();
  };
  return [...findCharacters(roots)]
    .filter(([character, element]) => draw(character, element) === draw(UNASSIGNED, element))
    .map(([character]) => character)
    .slice(0, MAX_MISSING);
}

function findCharacters(roots: readonly Node[]): Map<string, Element> {
  const characters = new Map<string, Element>();
  for (const root of roots) addCharacters(characters, root);
  return characters;
}

function addCharacters(characters: Map<string, Element>, root: Node): void {
  const walker = page.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node && characters.size < MAX_CHARACTERS; node = walker.nextNode()) {
    const { parentElement, nodeValue } = plain(node);
    if (!parentElement || !nodeValue) continue;
    const found = [...nodeValue.matchAll(CANDIDATES)].filter(([character]) => !characters.has(character));
    // The text of a script or a style, and hidden text, is not printed.
    if (found.length === 0 || !plain(parentElement).checkVisibility({ visibilityProperty: true })) continue;
    for (const [character] of found) characters.set(character, parentElement);
  }
}
