import type {
  Container,
  DataFrame,
  Helper,
  HelperOptions,
  ProgramBody,
  SourceLocation,
} from 'handlebars/dist/cjs/handlebars.runtime.js';
import type { Meter } from './limits.ts';
import { locate } from './located.ts';

/** What a program sees while it runs: the arguments of the function that the official compiler would write. */
export interface Frame {
  readonly container: Container;
  readonly context: unknown;
  readonly helpers: Record<string, Helper>;
  readonly partials: Record<string, unknown>;
  readonly data: DataFrame | undefined;
  /** By block, innermost first; undefined for a block that passes none. */
  readonly blockParams: readonly (readonly unknown[] | undefined)[] | undefined;
  readonly depths: readonly unknown[] | undefined;
  /** Left by an ambiguous block's look-up for the section call that follows it. */
  options: HelperOptions | undefined;
}

export type Expression = (frame: Frame) => unknown;

/** One value in a program's output. */
export interface Slot {
  /** Printable as it is: a string, or anything that `''+` turns into one. */
  readonly read: Expression;
  readonly loc: SourceLocation | undefined;
  /** It can run other programs, whose output has been counted by the time it returns. */
  readonly runsPrograms: boolean;
}

/** A program's output: `texts[0] slots[0] texts[1] … slots[n-1] texts[n]`. */
export interface Output {
  readonly texts: readonly string[];
  readonly slots: readonly Slot[];
}

/**
 * The function of one program. Its fixed text and the number of its slots are charged on entry, so that an
 * empty program costs a step too: `{{#each huge}}{{/each}}` is work.
 */
export function programBody(output: Output, meter: Meter): ProgramBody {
  const { texts, slots } = output;
  const fixedChars = texts.reduce((sum, text) => sum + text.length, 0);
  if (slots.length === 0) return fixedText(texts[0] ?? '', meter);

  const reads = slots.map((slot) => slot.read);
  const runsPrograms = slots.map((slot) => slot.runsPrograms);
  const steps = slots.length + 1;
  return (container, context, helpers, partials, data, blockParams, depths) => {
    const frame = { container, context, helpers, partials, data, blockParams, depths, options: undefined };
    let i = 0;
    try {
      meter.enter();
      meter.step(steps);
      meter.write(fixedChars);
      let text = texts[0]!;
      for (; i < reads.length; i++) {
        const before = meter.outputChars;
        const value = reads[i]!(frame);
        const piece = typeof value === 'string' ? value : `${value as string}`;
        if (runsPrograms[i]) {
          const counted = meter.outputChars - before;
          if (piece.length > counted) meter.write(piece.length - counted);
        } else meter.write(piece.length);
        text += piece;
        text += texts[i + 1]!;
      }
      meter.leave();
      return text;
    } catch (error) {
      throw locate(error, slots[i]?.loc);
    }
  };
}

function fixedText(text: string, meter: Meter): ProgramBody {
  return () => {
    meter.step(1);
    meter.write(text.length);
    return text;
  };
}
