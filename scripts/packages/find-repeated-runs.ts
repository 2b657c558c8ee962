import { type AST, RegExpParser } from '@eslint-community/regexpp';
import { isDisjointWith, JS, NFA, transform, Transformers } from 'refa';

/** A run that is at most this long costs a constant time for each place where a match can start. */
const SHORT_RUN = 250;

/**
 * Long runs to a closing mark that an expression reads again from each place where a match can start, as in `/\/\*.*?\*\//gs`: in
 * `/* /* /*` the run of each opening mark has all those after it, and no closing mark ends one of them. The time is the square of
 * the text's length. Each run is given as it stands in the expression.
 */
export function findRepeatedRuns(pattern: string, flags: string): string[] {
  // With this flag a match starts at one place.
  if (flags.includes('y')) return [];
  const [unicode, unicodeSets] = [flags.includes('u'), flags.includes('v')];
  const { alternatives } = new RegExpParser().parsePattern(pattern, 0, pattern.length, {
    unicode,
    unicodeSets,
  });
  const found = new Set<string>();

  /** @param before what a match has before these elements @param after whether something that can fail follows them */
  const visit = (elements: readonly AST.Element[], before: string, after: boolean): void => {
    let prefix = before;
    for (const [index, element] of elements.entries()) {
      const rest = after || elements.slice(index + 1).some(canFail);
      const inner = element.type === 'Quantifier' ? element.element : element;
      const isRun = element.type === 'Quantifier' && element.max > SHORT_RUN;
      if (isRun && rest && prefix !== '' && isInRun(prefix, inner.raw, flags)) found.add(element.raw);
      if (!isRun && 'alternatives' in inner) {
        for (const alternative of inner.alternatives) visit(alternative.elements, prefix, rest);
      }
      prefix += element.raw;
    }
  };
  for (const { elements } of alternatives) visit(elements, '', false);
  return [...found];
}

/** Returns whether a match can start inside a run: some repetition of the element has a text of the prefix in it. */
function isInRun(prefix: string, element: string, flags: string): boolean {
  const inRun = toAutomaton(String.raw`(?:${element})*`, flags);
  return !isDisjointWith(inRun, toAutomaton(String.raw`[^]+(?:${prefix})[^]*`, flags));
}

function toAutomaton(source: string, flags: string): NFA {
  const { expression, maxCharacter } = JS.Parser.fromLiteral({ source, flags }).parse({
    backreferences: 'disable',
  });
  // This resolves assertions such as `^` and `(?<!\w)` at the places where characters stand beside them.
  transform(Transformers.applyAssertions(), expression);
  return NFA.fromRegex(expression, { maxCharacter }, { assertions: 'ignore' });
}

/** Returns whether a text can have no match of this element at its place. */
function canFail(element: AST.Element): boolean {
  if (element.type === 'Quantifier') return element.min > 0 && canFail(element.element);
  if ('alternatives' in element && element.type !== 'Assertion')
    return element.alternatives.every((alternative) => alternative.elements.some(canFail));
  return true;
}
