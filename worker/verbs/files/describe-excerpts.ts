import type { ExcerptAnswer } from '../../../schema/api/assemble.ts';
import type { BaseCtx } from '../../ctx.ts';
import type { Excerpt } from '../../objects/ledger/protocol.ts';
import { describeFile } from './describe-file.ts';
import { fileLinks } from './links.ts';

interface ExcerptsToDescribe {
  readonly excerpts: readonly Excerpt[];
  readonly origin: string;
  /** If null, the time when each file was made, so that a replay returns the same URLs. */
  readonly signedAt: number | null;
}

export const describeExcerpts = (
  { services }: BaseCtx,
  { excerpts, origin, signedAt }: ExcerptsToDescribe,
): Promise<ExcerptAnswer[]> =>
  Promise.all(
    excerpts.map(async ({ file, pages }) => {
      const links = await fileLinks(file, services.signer, origin, signedAt ?? file.createdAt);
      return { ...describeFile(file, links), pages };
    }),
  );
