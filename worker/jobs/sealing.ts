import type { Ctx } from '../ctx.ts';

/** In the metadata of the stored body. */
export const SEALED = 'sealed';

/** Binds a sealed body to its job. */
export const sealingContext = ({ workspace }: Pick<Ctx, 'workspace'>, jobId: string): string =>
  [workspace.id, jobId].join('\n');
