import { expect } from 'vitest';
import { describeHostileTemplates } from '../../support/compose/hostile-suite.ts';
import { leastRatio, measureCpuNs } from '../../support/hostile/cpu.ts';
import { doReferenceWork } from '../../support/compose/reference-work.ts';

/** CPU time of a template, as a multiple of the reference work in the same thread. */
const MAX_CPU_RATIO = 20;

const measureReference = (): number => measureCpuNs(doReferenceWork);

// Once the code is warm.
measureReference();
const referenceNs = measureReference();

describeHostileTemplates(async <Result>(work: () => Result): Promise<Result> => {
  const results: Result[] = [];
  const measure = () => measureCpuNs(() => void results.push(work()));
  const reference = (round: number) => (round === 0 ? referenceNs : measureReference());
  expect(await leastRatio(measure, reference, MAX_CPU_RATIO)).toBeLessThan(MAX_CPU_RATIO);
  const [result = work()] = results;
  return result;
});
