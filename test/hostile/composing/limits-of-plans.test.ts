import { describe, expect, test } from 'vitest';
import { compose } from '../../../compose/compose.ts';
import { InvalidComposition, TemplateError } from '../../../compose/errors.ts';
import { bulkLimits } from '../../../compose/template-limits.ts';
import { PLAN_IDS, type PlanId, PLANS } from '../../../schema/plans.ts';
import { doReferenceWork } from '../../support/compose/reference-work.ts';
import { leastRatio, measureCpuNs } from '../../support/hostile/cpu.ts';
import { ENDLESS_OUTPUT, ENDLESS_STEPS } from '../../support/hostile/loops-of-loops.ts';
import { unlimited } from '../../support/unlimited.ts';
import { LONG, typical } from '../../support/thorough.ts';

/** What ends a template that a container composes for this plan. */
function endOf({ html, data }: (typeof ENDLESS_OUTPUT)[number], plan: PlanId): string {
  const { maxHtmlBytes } = PLANS[plan];
  const rest = { template: null, options: {}, filename: null, watermark: null, now: 0 };
  try {
    compose({
      meter: unlimited(),
      content: html,
      data,
      maxHtmlBytes,
      limits: bulkLimits(maxHtmlBytes),
      ...rest,
    });
    return 'nothing';
  } catch (error) {
    if (error instanceof InvalidComposition) return error.details.join();
    if (error instanceof TemplateError) return error.message;
    throw error;
  }
}

/** CPU time of a template of this plan, as a multiple of the reference work: 3 seconds of a quiet machine at most. */
const MAX_CPU_RATIO: Readonly<Record<PlanId, number>> = {
  free: 20,
  starter: 20,
  growth: 20,
  scale: 60,
  'scale-business': 60,
  'scale-enterprise': 60,
};

describe.each(typical(PLAN_IDS, 2))('with the limits of %s, a container ends', LONG, (plan) => {
  const { maxHtmlBytes } = PLANS[plan];
  const limit = `htmlContent: is more than ${maxHtmlBytes} bytes of UTF-8 after templating; the plan allows ${maxHtmlBytes}`;
  const steps = bulkLimits(maxHtmlBytes).steps.toLocaleString('en-US');
  const inTime = async (work: () => void) => {
    const [measure, reference] = [() => measureCpuNs(work), () => measureCpuNs(doReferenceWork)];
    const bound = MAX_CPU_RATIO[plan];
    expect(await leastRatio(measure, reference, bound)).toBeLessThan(bound);
  };

  test.each(ENDLESS_OUTPUT)('$name as soon as it exceeds the output of the plan', (loop) =>
    inTime(() => expect(endOf(loop, plan)).toMatch(limit)),
  );

  test.each(ENDLESS_STEPS)('$name after the steps of the plan', (loop) =>
    inTime(() => expect(endOf(loop, plan)).toContain(`takes more than ${steps} steps`)),
  );
});
