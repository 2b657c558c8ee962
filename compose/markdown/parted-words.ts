/** Elements whose text can be part of a word. */
const INLINE =
  /^(?:a|abbr|b|bdi|bdo|cite|code|data|del|dfn|em|font|i|img|ins|kbd|mark|q|s|samp|small|span|strong|sub|sup|time|u|var|wbr)$/;

const STYLE = /\sstyle\s*=\s*(?:"([^"]*)"|'([^']*)')/i;

/** Properties that make a box of its own, or room around it. */
const PARTING = /(?:^|;)\s*(?:display|float|margin|padding|position)/i;

/**
 * Returns whether a start tag may begin a text that a reader sees apart. Its classes are for that, most often: `<span class="subtitle">`.
 * `render` charges the source, which has the tag.
 */
export function mayPart(tag: string): boolean {
  const name = /^<([a-z][\w-]*)/i.exec(tag)?.[1]?.toLowerCase();
  if (name === undefined || name === 'img') return false;
  const [, double, single] = STYLE.exec(tag) ?? [];
  return !INLINE.test(name) || /\sclass\s*=/i.test(tag) || PARTING.test(double ?? single ?? '');
}

/** A character that no text has. */
const GAP = '\uFDD2';

const GAPS = new RegExp(String.raw`(?<=[^\s\p{Ps}\p{Pi}${GAP}])${GAP}+(?=[\p{L}\p{N}\uFDD0])`, 'gu');

/** Joins the texts and the tags of a line, without the tags. Words that a tag may part get a space. */
export class WordJoiner {
  readonly #open: boolean[] = [];
  #text = '';

  addText(text: string): void {
    this.#text += text;
  }

  addTag(tag: string): void {
    const isEnd = tag.startsWith('</');
    const isParting = isEnd ? (this.#open.pop() ?? false) : mayPart(tag);
    if (!isEnd && !/^<(?:br|img|wbr)\b/i.test(tag)) this.#open.push(isParting);
    if (isParting) this.#text += GAP;
  }

  join(): string {
    return this.#text.replaceAll(GAPS, ' ').replaceAll(GAP, '');
  }
}
