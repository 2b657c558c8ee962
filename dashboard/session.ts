import { type QueryClient, queryOptions, useSuspenseQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { isAtLeast, type Role } from '../schema/console/roles.ts';
import type { Person, Session } from '../schema/console/session.ts';
import type { WorkspaceDetails } from '../schema/console/workspaces.ts';
import { get } from './api/console-client.ts';

/** Who looks at the page, and which workspace they look at. */

export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: ({ signal }) => get<Session>('/session', signal),
  staleTime: 60_000,
});

/** Everything about a workspace is cached under its id, so that switching shows nothing of another one. */
export const workspaceQuery = (workspaceId: string) =>
  queryOptions({
    queryKey: ['workspace', workspaceId],
    queryFn: ({ signal }) => get<WorkspaceDetails>(`/workspaces/${encodeURIComponent(workspaceId)}`, signal),
  });

export const useSession = (): Session => useSuspenseQuery(sessionQuery).data;

/** Who is signed in. Only for pages inside the signed-in frame. */
export function usePerson(): Person {
  const { person } = useSession();
  if (person === null) throw new Error('Nobody is signed in.');
  return person;
}

/** The workspace of the address. Only for pages below `/w/$workspaceId`. */
export function useWorkspace(): WorkspaceDetails {
  const { workspaceId } = useParams({ strict: false });
  if (workspaceId === undefined) throw new Error('The address names no workspace.');
  return useSuspenseQuery(workspaceQuery(workspaceId)).data;
}

/** Whether the reader's role in this workspace allows what asks for `role`. */
export const useHasRole = (role: Role): boolean => isAtLeast(useWorkspace().role, role);

/** Nobody is signed in any more: what was read on their behalf goes with them. */
export function clearSession(queryClient: QueryClient): void {
  queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'session' });
  queryClient.setQueryData(sessionQuery.queryKey, (session) =>
    session === undefined ? undefined : { ...session, person: null, workspaces: [] },
  );
}
