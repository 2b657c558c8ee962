import type { Meter } from './limits.ts';
import { locate } from './located.ts';
import type {
  BlockParams,
  Container,
  DataFrame,
  Helper,
  HelperOptions,
  ProgramBody,
  SourceLocation,
} from './official.ts';

/** What a program sees while it runs: the arguments of the function that the official compiler would write. */
export interface Frame {
  readonly container: Container;
  readonly context: unknown;
  readonly helpers: Record<string, Helper>;
  readonly partials: Record<string, unknown>;
  readonly data: DataFrame | undefined;
  readonly blockParams: BlockParams;
  readonly depths: readonly unknown[] | undefined;
  /** Left by an ambiguous block's look-up for the section call that follows it. */
  options: HelperOptions | undefined;
}

export type Expression = (frame: Frame) => unknown;

/** One value in a program's output. */
export interface Slot {
  readonly read: (frame: Frame) => string;
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
export function programBody({ texts, slots }: Output, meter: Meter): ProgramBody {
  const [firstText = ''] = texts;
  const textsAfter = texts.slice(1);
  const fixedChars = texts.reduce((sum, text) => sum + text.length, 0);
  const steps = slots.length + 1;
  if (slots.length === 0) {
    return () => {
      meter.step(1);
      meter.write(fixedChars);
      return firstText;
    };
  }
  return (container, context, helpers, partials, data, blockParams, depths) => {
    const frame = { container, context, helpers, partials, data, blockParams, depths, options: undefined };
    let at = 0;
    try {
      meter.enter();
      meter.step(steps);
      meter.write(fixedChars);
      let text = firstText;
      for (; at < slots.length; at++) {
        text += readSlot(slots[at]!, frame, meter);
        text += textsAfter[at]!;
      }
      meter.leave();
      return text;
    } catch (error) {
      throw locate(error, slots[at]?.loc);
    }
  };
}

/** What programs inside the slot have written is counted; helpers may have added to it, or dropped it. */
function readSlot({ read, runsPrograms }: Slot, frame: Frame, meter: Meter): string {
  const before = meter.outputChars;
  const piece = read(frame);
  const uncounted = runsPrograms ? piece.length - (meter.outputChars - before) : piece.length;
  if (uncounted > 0) meter.write(uncounted);
  return piece;
}
