import { z } from 'zod';
import { MAX_MERGED, MIN_MERGED } from '../assembling.ts';
import { mergeEntry, mergeRequest, splitRequest } from '../api/assemble.ts';
import { keptFile } from '../api/files.ts';
import { answerOf } from '../api/paging.ts';

/** Source: contract 16. */

export const mergeFiles = z.object({
  entries: z
    .array(mergeEntry.pick({ bookmark: true }).extend({ fileId: splitRequest.shape.fileId }))
    .min(MIN_MERGED)
    .max(MAX_MERGED),
  filename: mergeRequest.shape.filename,
  /** At the bottom of each page, across the whole. */
  pageNumbers: z.boolean().optional(),
});
export type MergeFiles = z.infer<typeof mergeFiles>;

/** A split to plan. If it names no way to split, the plan has no files. */
export const planSplit = splitRequest.omit({ filename: true });
export type PlanSplit = z.infer<typeof planSplit>;

/** The files that a merge or a split has made. */
export const madeFiles = z.object({
  /** In their order. */
  files: z.array(keptFile),
  /** Credits that are left. */
  remaining: z.int(),
});
export type MadeFiles = z.infer<typeof madeFiles>;

export const splitPlan = z.object({
  pageCount: z.int(),
  /** Only bookmarks of the first level count. */
  bookmarkCount: z.int(),
  /** The pages of each file: `4-6`. Each file costs a credit. */
  excerpts: z.array(z.string()),
});
export type SplitPlan = z.infer<typeof splitPlan>;

export const madeFilesAnswer = answerOf(madeFiles);
export const splitPlanAnswer = answerOf(splitPlan);
