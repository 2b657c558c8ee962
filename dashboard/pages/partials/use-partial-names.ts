import { useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useCallback } from 'react';
import { MAX_PAGE_SIZE } from '../files/use-files.ts';
import { fetchPartials, partialsKey } from './partials-api.ts';

/** The editor completes at most this many names. A workspace can have more partials. */
const MAX_NAMES = 1_000;

export interface PartialNames {
  readonly list: readonly string[];
  /** The list has all names. It does not while they load, or if there are too many. */
  readonly isComplete: boolean;
  /** The address of the page of a partial. */
  readonly addressOf: (name: string) => string;
}

/** Returns the names of the partials of a workspace, for the editor. */
export function usePartialNames(workspaceId: string): PartialNames {
  const router = useRouter();
  const { data = NONE } = useQuery({
    queryKey: [...partialsKey(workspaceId), 'names'],
    queryFn: ({ signal }) => readNames(workspaceId, signal),
  });
  const addressOf = useCallback(
    (name: string) =>
      router.buildLocation({ to: '/w/$workspaceId/partials/$name', params: { workspaceId, name } }).href,
    [router, workspaceId],
  );
  return { ...data, addressOf };
}

type Names = Pick<PartialNames, 'list' | 'isComplete'>;

const NONE: Names = { list: [], isComplete: false };

async function readNames(workspaceId: string, signal: AbortSignal): Promise<Names> {
  const names: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await fetchPartials(workspaceId, '', { cursor, signal, limit: MAX_PAGE_SIZE });
    names.push(...page.data.map(({ name }) => name));
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined && names.length < MAX_NAMES);
  return { list: names, isComplete: cursor === undefined };
}
