import type { PlanSplit, SplitPlan } from '../../../../schema/console/files.ts';
import type { Ctx } from '../../../ctx.ts';
import { unpaidWork } from '../../usage/unpaid-work.ts';
import type { RequestMemory } from '../../../lib/memory/request-memory.ts';
import { describePages, openSplitter, planExcerpts } from '../split.ts';
import { FILE_ID, findSources, openSource } from './sources.ts';

interface PlanInput extends PlanSplit {
  /** Has the memory of the body. */
  readonly memory: RequestMemory;
}

/** Returns what a split would make. It keeps and costs nothing. @throws {ApiError | InvalidPdfOption} as the split */
export const planSplit = (ctx: Ctx, { fileId, memory, ...mode }: PlanInput): Promise<SplitPlan> =>
  unpaidWork(ctx, async () => {
    await memory.assemble();
    const [file] = await findSources(ctx, [{ fileId, field: FILE_ID }]);
    if (file === undefined) throw new Error('The file is neither found nor missing');
    const splitter = await openSplitter(await openSource(ctx, file), ctx.meter);
    const isChosen = Object.values(mode).some((value) => value !== undefined);
    return {
      pageCount: splitter.pageCount,
      bookmarkCount: splitter.topBookmarks.length,
      excerpts: isChosen ? planExcerpts(splitter, mode).map(describePages) : [],
    };
  });
