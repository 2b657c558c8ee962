import type { Meter } from '@platen/meter';
import { collectPartials, contentsOf } from '../../../../compose/partials/collect-partials.ts';
import { edgeLimits } from '../../../../compose/template-limits.ts';
import { startTemplating } from '../../../../compose/templating.ts';
import { TextReader } from '../../../../compose/text-reader.ts';
import { PLANS } from '../../../../schema/plans.ts';
import type { Random } from '../../random.ts';
import type { GrowingInput } from './growing.ts';

/** Partials by name. A long one is called by each of the others, or by the next one. */
export function drawPush(random: Random): GrowingInput {
  const tag = random.pick(['{{x}}', '{{#if x}}y{{/if}}', '{{t "x"}}', '{{currency x "EUR"}}', 'plain text ']);
  const characters = random.pick([20, 150]);
  const isChain = random.chance(0.3);
  // Partials may be 16 deep.
  const call = (index: number): string => (isChain && index % 10 > 0 ? `{{> p${index - 1}}}` : '');
  const make = (n: number): string => {
    const callers = Array.from(
      { length: n },
      (_, index) => [`p${index}`, `{{> long}}${call(index)}${index}`] as const,
    );
    const long = tag.repeat(Math.ceil((n * characters) / tag.length));
    return JSON.stringify(Object.fromEntries([['long', long], ...callers]));
  };
  const what = `${characters} characters of ${tag} for each caller${isChain ? ', in chains' : ''}`;
  return { what, make, n: 12 };
}

/** Checks all partials of a push with one reader of texts, as a push does. */
export async function readPush(text: string, meter: Meter): Promise<void> {
  const pushed = new Map(Object.entries(JSON.parse(text) as Readonly<Record<string, string>>));
  const limits = edgeLimits(PLANS['scale-enterprise'].maxHtmlBytes);
  const texts = new TextReader(limits, meter);
  const find = async (names: readonly string[]) =>
    new Map(
      names.map((name) => {
        const content = pushed.get(name) ?? '';
        return [name, { bytes: content.length, readContent: () => Promise.resolve(content) }] as const;
      }),
    );
  for (const [name, content] of pushed) {
    const partials = contentsOf(await collectPartials({ texts: [content] }, find, limits, texts));
    await texts.readAhead([...Object.values(partials), content]);
    startTemplating({
      limits,
      meter,
      now: 0,
      partials: { ...partials, [name]: content },
      texts,
    }).checkPartial(name);
  }
}
