/** A type as TypeScript writes it, and whether it needs parentheses inside another one. */
export interface TypeText {
  readonly text: string;
  readonly kind: 'simple' | 'union' | 'intersection';
}

export const simple = (text: string): TypeText => ({ text, kind: 'simple' });

export const UNKNOWN = simple('unknown');
export const NEVER = simple('never');

export const arrayOf = (item: TypeText): TypeText => simple(`${bracketed(item)}[]`);

export const bracketed = ({ text, kind }: TypeText): string => (kind === 'simple' ? text : `(${text})`);

/** Each type once, in the order of the schema. */
export function unite(types: readonly TypeText[]): TypeText {
  const different = withoutRepeats(types);
  const [first = NEVER] = different;
  if (different.some(({ text }) => text === 'unknown')) return UNKNOWN;
  if (different.length <= 1) return first;
  const texts = different.map((type) => (type.kind === 'intersection' ? bracketed(type) : type.text));
  return { text: texts.join(' | '), kind: 'union' };
}

export function intersect(types: readonly TypeText[]): TypeText {
  const different = withoutRepeats(types).filter(({ text }) => text !== 'unknown');
  const [first = UNKNOWN] = different;
  if (different.length <= 1) return first;
  return { text: different.map(bracketed).join(' & '), kind: 'intersection' };
}

const withoutRepeats = (types: readonly TypeText[]): TypeText[] => [
  ...new Map(types.map((type) => [type.text, type])).values(),
];
