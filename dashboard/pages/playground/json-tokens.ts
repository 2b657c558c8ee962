export interface JsonToken {
  readonly kind: 'name' | 'string' | 'number' | 'word' | 'punctuation';
  readonly from: number;
  readonly text: string;
}

/** A string (a name if a colon follows), a number, a word, or anything else. */
const TOKEN =
  /(?<string>"(?:\\.|[^"\\])*")(?<colon>\s*:)?|(?<number>-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)|(?<word>true|false|null)|(?<rest>[^"\-\dtfn]+|.)/gs;

/** Splits JSON into tokens for highlighting. Joined, they are the same text. */
export function jsonTokens(json: string): JsonToken[] {
  return [...json.matchAll(TOKEN)].flatMap(({ index, groups = {} }): JsonToken[] => {
    const { string, colon, number, word, rest } = groups;
    if (string !== undefined && colon !== undefined) {
      return [
        { kind: 'name', from: index, text: string },
        { kind: 'punctuation', from: index + string.length, text: colon },
      ];
    }
    if (string !== undefined) return [{ kind: 'string', from: index, text: string }];
    if (number !== undefined) return [{ kind: 'number', from: index, text: number }];
    if (word !== undefined) return [{ kind: 'word', from: index, text: word }];
    return [{ kind: 'punctuation', from: index, text: rest ?? '' }];
  });
}
