import type { BatchOutput } from '../../../../schema/batches.ts';

export type OutputType = Exclude<BatchOutput, 'files'>;

export const OUTPUT_FORMATS: Readonly<Record<OutputType, { contentType: string; extension: string }>> = {
  zip: { contentType: 'application/zip', extension: 'zip' },
  merged: { contentType: 'application/pdf', extension: 'pdf' },
};
