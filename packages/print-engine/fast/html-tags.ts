import { readPieces, type Tag } from '@platen/markup';

export type StartTag = Pick<Tag, 'name' | 'attributes'>;

export interface HtmlReader {
  onTag(tag: StartTag): void;
  /** The text of a `<style>`. */
  onStyle(text: string): void;
}

/** In these, the contents of elements such as `<style>` are markup, and there are CDATA sections. */
const FOREIGN_ELEMENTS = new Set(['svg', 'math']);

/**
 * Reads the start tags and the style sheets of HTML. It ends at a `<script>`. It returns false where tags depend on the tree that
 * a browser builds, because it builds no tree.
 */
export function readTags(html: string, reader: HtmlReader): boolean {
  let isForeign = false;
  for (const piece of readPieces(html)) {
    const { kind, name, start, end } = piece;
    if (kind === 'tag') {
      reader.onTag(piece);
      if (name === 'script') return true;
      if (name === 'plaintext') return !isForeign;
      isForeign ||= FOREIGN_ELEMENTS.has(name);
    } else if (kind === 'text') {
      const text = html.slice(start, end);
      if (isForeign && (name === 'style' ? /[<&]/ : /</).test(text)) return false;
      if (name === 'style') reader.onStyle(text);
    } else if (kind === 'other' && isForeign && html.startsWith('<![CDATA[', start)) return false;
  }
  return true;
}
