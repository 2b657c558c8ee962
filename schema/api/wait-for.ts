import { z } from 'zod';

/** Source: contract 6.5. */
const MAX_DELAY_MS = 30_000;
const MAX_NETWORK_IDLE_MS = 10_000;
const MAX_WAIT_MS = 120_000;
const DEFAULT_WAIT_MS = 30_000;

export const MAX_SELECTOR_CHARACTERS = 2_000;

const CONDITIONS = ['selector', 'expression', 'networkIdleMs', 'delayMs'] as const;

interface Conditions {
  readonly selector?: string | undefined;
  readonly visible?: boolean | undefined;
  readonly expression?: string | undefined;
  readonly networkIdleMs?: number | undefined;
  readonly delayMs?: number | undefined;
  readonly timeoutMs?: number | undefined;
}

function reportProblems(value: Conditions, context: z.RefinementCtx): void {
  const report = (path: string[], message: string) => context.addIssue({ code: 'custom', path, message });
  if (CONDITIONS.every((name) => value[name] === undefined)) {
    report([], `needs at least one of ${CONDITIONS.map((name) => `"${name}"`).join(', ')}`);
  }
  if (value.visible !== undefined && value.selector === undefined) report(['visible'], 'needs "selector"');
  const { timeoutMs = DEFAULT_WAIT_MS } = value;
  for (const name of ['networkIdleMs', 'delayMs'] as const) {
    const ms = value[name];
    if (ms !== undefined && ms > timeoutMs) report([name], `must not be more than timeoutMs (${timeoutMs})`);
  }
}

const milliseconds = (min: number, max: number) => z.int().min(min).max(max).optional();

export const waitFor = z
  .object({
    selector: z.string().min(1).max(MAX_SELECTOR_CHARACTERS).optional().meta({
      description: 'CSS selector. An element that matches must exist.',
      example: '#chart svg',
    }),
    visible: z.boolean().optional().meta({
      default: false,
      description:
        'An element that matches `selector` must also be visible: it has a size and is not hidden.',
    }),
    expression: z.string().min(1).max(MAX_SELECTOR_CHARACTERS).optional().meta({
      description:
        'JavaScript that must become truthy. It runs in the page, again and again. Promises are awaited. An expression that throws or rejects counts as false.',
      example: 'window.chartIsReady',
    }),
    networkIdleMs: milliseconds(1, MAX_NETWORK_IDLE_MS).meta({
      description: 'The page must have no open request for this many milliseconds.',
      example: 500,
    }),
    delayMs: milliseconds(0, MAX_DELAY_MS).meta({
      description: 'A fixed delay in milliseconds. Prefer a condition: a delay is too long or too short.',
    }),
    timeoutMs: milliseconds(1, MAX_WAIT_MS).meta({
      default: DEFAULT_WAIT_MS,
      description:
        'Milliseconds that each condition may take. After that, the request fails with `REQUEST_TIMEOUT`.',
    }),
  })
  .superRefine(reportProblems)
  .meta({
    id: 'WaitFor',
    description:
      'Conditions that must all hold before printing starts. They are checked after the load event.',
  });
