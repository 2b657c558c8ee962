import { DEFAULT_SAMPLE_NAME, type SampleSet } from '../../../schema/api/sample-sets.ts';
import { readJsonObject } from '../../json/json-object.ts';
import { formatJson } from '../../json/json-value.ts';

/** A set of sample data in the editor. Its JSON may be incomplete while the user types. */
export interface SampleDraft {
  readonly name: string;
  readonly text: string;
}

export interface Samples {
  /** At least one. The first one is the default. */
  readonly samples: readonly SampleDraft[];
  /** The place of the set that is edited and that the preview prints. */
  readonly chosenSample: number;
}

/** A template without sets is edited as one with an empty set, which is saved when it changes. */
export const toSampleDrafts = (sets: readonly SampleSet[]): readonly SampleDraft[] =>
  sets.length === 0
    ? [{ name: DEFAULT_SAMPLE_NAME, text: formatJson({}) }]
    : sets.map(({ name, data }) => ({ name, text: formatJson(data) }));

/** Returns null if the JSON of a set is not valid. */
export function toSampleSets(samples: readonly SampleDraft[]): SampleSet[] | null {
  const sets = samples.flatMap(({ name, text }) => {
    const { value } = readJsonObject(text);
    return value === null ? [] : [{ name, data: { ...value } }];
  });
  return sets.length === samples.length ? sets : null;
}

/** The place of the first set whose JSON is not valid, or -1. */
export const findBrokenSample = (samples: readonly SampleDraft[]): number =>
  samples.findIndex(({ text }) => readJsonObject(text).value === null);

/** Returns whether no set has a value. The preview then misses every name, which says nothing about the template. */
export const isWithoutSamples = (samples: readonly SampleDraft[]): boolean =>
  samples.every(({ text }) => {
    const { value } = readJsonObject(text);
    return value !== null && Object.keys(value).length === 0;
  });

export function chosenText({ samples, chosenSample }: Samples): string {
  return (samples[chosenSample] ?? samples[0])?.text ?? '';
}

export const chosenName = ({ samples, chosenSample }: Samples): string => samples[chosenSample]?.name ?? '';

export const withText = ({ samples, chosenSample }: Samples, text: string): Partial<Samples> => ({
  samples: samples.map((sample, place) => (place === chosenSample ? { ...sample, text } : sample)),
});

/** The new set starts as a copy of the chosen one, so that it has the same fields. */
export const withCopy = (before: Samples, name: string): Samples => ({
  samples: [...before.samples, { name, text: chosenText(before) }],
  chosenSample: before.samples.length,
});

export const withName = ({ samples, chosenSample }: Samples, name: string): Partial<Samples> => ({
  samples: samples.map((sample, place) => (place === chosenSample ? { ...sample, name } : sample)),
});

export const withoutChosen = ({ samples, chosenSample }: Samples): Samples => ({
  samples: samples.toSpliced(chosenSample, 1),
  chosenSample: 0,
});

export const withChosenFirst = ({ samples, chosenSample }: Samples): Samples => ({
  samples: [...samples.slice(chosenSample, chosenSample + 1), ...samples.toSpliced(chosenSample, 1)],
  chosenSample: 0,
});

/** The reason why a set cannot have the name, or null. */
export function findNameProblem(samples: readonly SampleDraft[], name: string): string | null {
  const isTaken = samples.some((sample) => sample.name === name.trim());
  return isTaken ? 'Another set of this template has this name.' : null;
}
