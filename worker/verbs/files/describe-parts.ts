import type { FilePartAnswer } from '../../../schema/api/assemble.ts';
import type { BaseCtx } from '../../ctx.ts';
import type { FilePart } from '../../objects/ledger/protocol.ts';
import { describeFile } from './describe-file.ts';
import { fileLinks } from './links.ts';

interface PartsToDescribe {
  readonly parts: readonly FilePart[];
  readonly origin: string;
  /** If null, the time when each file was made, so that a replay returns the same URLs. */
  readonly signedAt: number | null;
}

export const describeParts = (
  { services }: BaseCtx,
  { parts, origin, signedAt }: PartsToDescribe,
): Promise<FilePartAnswer[]> =>
  Promise.all(
    parts.map(async ({ file, pages }) => {
      const links = await fileLinks(file, services.signer, origin, signedAt ?? file.createdAt);
      return { ...describeFile(file, links), pages };
    }),
  );
