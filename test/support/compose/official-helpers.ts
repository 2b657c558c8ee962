import { DEFAULT_LIMITS, type Helper, type HelperOptions, Meter } from '@platen/handlebars';
import type { RenderScope } from '../../../compose/helpers/helper.ts';
import { HELPERS } from '../../../compose/helpers/registry.ts';

/** The product's helpers for official Handlebars, which has no meter and no scope of its own. */
export function helpersFor(scope: RenderScope): Record<string, Helper> {
  const run = { meter: new Meter({ ...DEFAULT_LIMITS, steps: Number.POSITIVE_INFINITY }), scope };
  const withRun = (helper: Helper): Helper =>
    function (this: unknown, ...args: unknown[]) {
      (args.at(-1) as HelperOptions).run = run;
      return helper.apply(this, args);
    };
  return Object.fromEntries(Object.entries(HELPERS).map(([name, helper]) => [name, withRun(helper)]));
}
