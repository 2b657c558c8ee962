import type { Ctx } from '../../ctx.ts';

/** Binds a sealed body to its job. */
export const sealingContext = ({ workspace }: Pick<Ctx, 'workspace'>, jobId: string): string =>
  [workspace.id, jobId].join('\n');
