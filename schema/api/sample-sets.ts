import { z } from 'zod';
import { answerOf } from './paging.ts';

/** Source: contract 10.2. Sample data belongs to the template, not to a version. */

/** The data of a set as JSON. */
export const MAX_SAMPLE_DATA_BYTES = 200_000;

export const MAX_SAMPLE_SETS = 10;
export const MAX_SAMPLE_NAME_LENGTH = 60;

/** The name of a set that was saved without one. */
export const DEFAULT_SAMPLE_NAME = 'Sample';

export const sampleSet = z
  .object({
    name: z
      .string()
      .trim()
      .min(1)
      .max(MAX_SAMPLE_NAME_LENGTH, { abort: true })
      .meta({ description: `1 to ${MAX_SAMPLE_NAME_LENGTH} characters, unique in the template.` }),
    data: z.record(z.string(), z.unknown()).meta({
      description: `Values for the Handlebars placeholders. At most ${MAX_SAMPLE_DATA_BYTES.toLocaleString('en')} bytes of JSON.`,
    }),
  })
  .meta({ id: 'SampleSet', description: 'Data to try a template with.' });

export type SampleSet = z.infer<typeof sampleSet>;

const sampleSets = z
  .array(sampleSet)
  .max(MAX_SAMPLE_SETS)
  .meta({ description: `At most ${MAX_SAMPLE_SETS}. The first one is the default.` });

export const putSampleSets = z
  .object({
    sampleSets: sampleSets.superRefine((sets, context) => {
      for (const [index, { name }] of sets.entries()) {
        if (sets.findIndex((set) => set.name === name) < index) {
          context.addIssue({ code: 'custom', path: [index, 'name'], message: 'is the name of another set' });
        }
      }
    }),
  })
  .meta({
    id: 'PutSampleSets',
    description: 'All sets of sample data of a template. They replace the sets that the template has.',
  });

export type PutSampleSets = z.infer<typeof putSampleSets>;

export const sampleSetsAnswer = answerOf(
  z.object({ sampleSets }).meta({ id: 'SampleSets', description: 'The sets of sample data of a template.' }),
);
