import { type QueryClient, queryOptions, useSuspenseQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { isAtLeast, type Role } from '../schema/console/roles.ts';
import type { Person, Session } from '../schema/console/session.ts';
import type { WorkspaceDetails } from '../schema/console/workspaces.ts';
import { consoleApi, readData } from './api/console-client.ts';

export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: ({ signal }): Promise<Session> => readData(consoleApi.GET('/console/session', { signal })),
  staleTime: 60_000,
});

/** All data of a workspace is cached below its id, so nothing carries over to another workspace. */
export const workspaceQuery = (workspaceId: string) =>
  queryOptions({
    queryKey: ['workspace', workspaceId],
    queryFn: ({ signal }): Promise<WorkspaceDetails> =>
      readData(consoleApi.GET('/console/workspaces/{ws}', { params: { path: { ws: workspaceId } }, signal })),
  });

export const useSession = (): Session => useSuspenseQuery(sessionQuery).data;

/** Only for pages inside the signed-in layout. */
export function usePerson(): Person {
  const { person } = useSession();
  if (person === null) throw new Error('Nobody is signed in.');
  return person;
}

/** The workspace in the URL. Only for pages below `/w/$workspaceId`. */
export function useWorkspace(): WorkspaceDetails {
  const { workspaceId } = useParams({ strict: false });
  if (workspaceId === undefined) throw new Error('The URL has no workspace id.');
  return useSuspenseQuery(workspaceQuery(workspaceId)).data;
}

/** Returns whether the user has `role` or a higher one in the current workspace. */
export const useHasRole = (role: Role): boolean => isAtLeast(useWorkspace().role, role);

/** Removes everything that was cached for the person who signed out. */
export function clearSession(queryClient: QueryClient): void {
  queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'session' });
  queryClient.setQueryData(sessionQuery.queryKey, (session) =>
    session === undefined ? undefined : { ...session, person: null, workspaces: [] },
  );
}
