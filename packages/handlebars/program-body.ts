import type {
  BlockParams,
  Container,
  DataFrame,
  Helper,
  HelperOptions,
  ProgramBody,
  SourceLocation,
} from './official-runtime.ts';
import type { Run } from './run.ts';
import { attachLocation } from './template-fault.ts';

/** The arguments of the function that the official compiler would write. */
export interface Frame {
  readonly container: Container;
  readonly run: Run;
  readonly context: unknown;
  readonly helpers: Record<string, Helper>;
  readonly partials: Record<string, unknown>;
  readonly data: DataFrame | undefined;
  readonly blockParams: BlockParams;
  readonly depths: readonly unknown[] | undefined;
  /** Set by the lookup of an ambiguous block, for the section call that follows it. */
  options: HelperOptions | undefined;
}

export type Expression = (frame: Frame) => unknown;

export interface Slot {
  readonly read: (frame: Frame) => string;
  readonly loc: SourceLocation | undefined;
  /** It can run other programs, which count their own output. */
  readonly runsPrograms: boolean;
}

/** `texts[0] slots[0] texts[1] … slots[n-1] texts[n]`. */
export interface Output {
  readonly texts: readonly string[];
  readonly slots: readonly Slot[];
}

/** Charges on entry. An empty program costs one step: `{{#each huge}}{{/each}}` is work too. */
export function programBody({ texts, slots }: Output): ProgramBody {
  const [firstText = ''] = texts;
  const textsAfter = texts.slice(1);
  const fixedChars = texts.reduce((sum, text) => sum + text.length, 0);
  const steps = slots.length + 1;
  if (slots.length === 0) {
    return ({ run }) => {
      run.meter.step(1);
      run.meter.write(fixedChars);
      return firstText;
    };
  }
  return (container, context, helpers, partials, data, blockParams, depths) => {
    const { run } = container;
    const { meter } = run;
    const frame: Frame = {
      container,
      run,
      // The runtime replaces null by an empty object, which `{{this}}` would print.
      context: context === container.nullContext ? null : context,
      helpers,
      partials,
      data,
      blockParams,
      depths,
      options: undefined,
    };
    let at = 0;
    try {
      meter.enter();
      meter.step(steps);
      meter.write(fixedChars);
      let text = firstText;
      for (; at < slots.length; at++) {
        text += readSlot(slots[at]!, frame);
        text += textsAfter[at]!;
      }
      meter.leave();
      return text;
    } catch (error) {
      throw attachLocation(error, slots[at]?.loc, container.partial);
    }
  };
}

/** Charges only what the programs inside have not charged. A helper can add to their output or drop it. */
function readSlot({ read, runsPrograms }: Slot, frame: Frame): string {
  const { meter } = frame.run;
  const before = meter.outputChars;
  const piece = read(frame);
  const uncounted = runsPrograms ? piece.length - (meter.outputChars - before) : piece.length;
  if (uncounted > 0) meter.write(uncounted);
  return piece;
}
