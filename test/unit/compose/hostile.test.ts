import { describe, expect, test } from 'vitest';
import { expectEnd } from '../../support/compose/expect-end.ts';
import { HOSTILE_TEMPLATES } from '../../support/compose/hostile/all.ts';
import { type End, endOf, filled, fillHostile, makeInput } from '../../support/compose/hostile-outcome.ts';
import { leastRatio, measureCpuNs } from '../../support/hostile/cpu.ts';
import { doReferenceWork } from '../../support/compose/reference-work.ts';

/** CPU time of a template, as a multiple of the reference work in the same thread. */
const MAX_CPU_RATIO = 20;

const measureReference = (): number => measureCpuNs(doReferenceWork);

// Once the code is warm.
measureReference();
const referenceNs = measureReference();

describe('a hostile template ends as it should, in bounded CPU time, and leaves the engine serving', () => {
  test.each(HOSTILE_TEMPLATES)('$name', async (hostile) => {
    const input = makeInput(hostile);
    const ends: End[] = [];
    const measure = () => measureCpuNs(() => void ends.push(endOf(fillHostile(input))));
    const reference = (round: number) => (round === 0 ? referenceNs : measureReference());
    expect(await leastRatio(measure, reference, MAX_CPU_RATIO)).toBeLessThan(MAX_CPU_RATIO);
    expect(ends).not.toEqual([]);
    for (const end of ends) expectEnd(end, hostile);
    expect(filled('{{#each a}}{{this}},{{/each}}', { a: [1, 2] })).toBe('1,2,');
  });
});
