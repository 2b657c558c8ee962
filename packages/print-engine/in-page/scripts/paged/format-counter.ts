import { type CounterStyle, MAX_COUNTER_CHARACTERS, MAX_SYMBOLS } from './counter-systems.ts';
import { PREDEFINED } from './predefined-styles.ts';

const MAX_FALLBACKS = 8;

/**
 * Writes a counter in a style as Chromium does (css-counter-styles-3, 2). The number of a page is written here wherever it is shown.
 * @param style such as `lower-roman`. Any style that is not known is decimal
 * @param find finds a style by its name
 */
export function formatCounter(
  value: number,
  style: string,
  find: (name: string) => CounterStyle | undefined = (name) => PREDEFINED.get(name),
): string {
  let name = style;
  for (let count = 0; count <= MAX_FALLBACKS; count += 1) {
    const known = find(name);
    const text = known === undefined ? null : write(value, known);
    if (text !== null) return text;
    name = known?.fallback ?? 'decimal';
  }
  return `${value}`;
}

function write(value: number, { ranges, negative, pad, ...style }: CounterStyle): string | null {
  if (!ranges.some(([low, high]) => value >= low && value <= high)) return null;
  const [before, after] = value < 0 && negative !== null ? negative : ['', ''];
  const text = style.write(negative === null ? value : Math.abs(value));
  if (text === null) return null;
  const [length, symbol] = pad;
  const missing = length - Array.from(before + text + after).length;
  if (missing > MAX_SYMBOLS) return null;
  const padding = Math.max(missing, 0);
  const characters = before.length + padding * symbol.length + text.length + after.length;
  return characters > MAX_COUNTER_CHARACTERS ? null : before + symbol.repeat(padding) + text + after;
}
