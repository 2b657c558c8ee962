import { Random } from '../../test/support/random.ts';

/** The kinds of requests, each with its share of the sum. */
const SHARES = {
  html: 20,
  template: 16,
  pdf: 5,
  markdown: 3,
  finished: 3,
  picture: 3,
  thumbnail: 1,
  invalid: 2,
  list: 6,
  read: 5,
  download: 6,
  delete: 4,
  job: 8,
  batch: 1,
  merge: 2,
  split: 1,
  finish: 1,
  templates: 3,
  save: 1,
  preview: 2,
  usage: 2,
  console: 5,
} as const;

export type Kind = keyof typeof SHARES;

const KINDS = Object.keys(SHARES) as Kind[];

/** One request of the plan. */
export interface Step {
  readonly kind: Kind;
  /** Different for each step of a run. */
  readonly number: number;
  /** From 0 up to 1: which workspace sends it, what it asks for, and whether and when its client hangs up. */
  readonly workspace: number;
  readonly choice: number;
  readonly hangUp: number;
}

const WEIGHTED: readonly Kind[] = KINDS.flatMap((kind) => Array.from({ length: SHARES[kind] }, () => kind));

/** Without end. The same steps for the same seed. */
export function* planSteps(seed: number): Generator<Step, never> {
  const random = Random.seeded(seed);
  const hangUps = Random.seeded(seed + 1);
  for (let number = 0; ; number += 1) {
    const kind = random.pick(WEIGHTED);
    const [workspace, choice, hangUp] = [random.fraction(), random.fraction(), hangUps.fraction()];
    yield { kind, number, workspace, choice, hangUp };
  }
}
