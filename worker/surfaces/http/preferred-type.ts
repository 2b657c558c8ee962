interface MediaRange {
  readonly type: string;
  readonly quality: number;
}

/**
 * RFC 9110, 12.5.1: by quality, then an exact type before a wildcard, then the order in the header. If no
 * type matches, the first one offered.
 */
export function preferredType<Type extends string>(
  accept: string | undefined,
  offered: readonly [Type, ...Type[]],
): Type {
  const ranges = readRanges(accept ?? '*/*');
  let best = { type: offered[0], quality: 0, specificity: -1, place: Number.POSITIVE_INFINITY };
  for (const type of offered) {
    const rated = rate(type, ranges);
    if (rated !== null && isBetter(rated, best)) best = { type, ...rated };
  }
  return best.type;
}

interface Rating {
  readonly quality: number;
  readonly specificity: number;
  readonly place: number;
}

const isBetter = (one: Rating, other: Rating): boolean =>
  one.quality !== other.quality
    ? one.quality > other.quality
    : one.specificity !== other.specificity
      ? one.specificity > other.specificity
      : one.place < other.place;

function rate(type: string, ranges: readonly MediaRange[]): Rating | null {
  const covering = ['*/*', `${type.split('/')[0]}/*`, type];
  for (let specificity = covering.length - 1; specificity >= 0; specificity -= 1) {
    const place = ranges.findIndex((range) => range.type === covering[specificity]);
    const quality = ranges[place]?.quality ?? 0;
    if (place >= 0) return quality > 0 ? { quality, specificity, place } : null;
  }
  return null;
}

const readRanges = (accept: string): MediaRange[] =>
  accept.split(',').map((part) => {
    const [type = '', ...parameters] = part.split(';').map((text) => text.trim().toLowerCase());
    const quality = parameters.find((parameter) => parameter.startsWith('q='))?.slice('q='.length);
    return { type, quality: quality === undefined ? 1 : Number(quality) || 0 };
  });
