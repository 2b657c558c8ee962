import { queryOptions } from '@tanstack/react-query';
import type { People } from '../../../schema/console/people.ts';
import { get } from '../../api/console-client.ts';

export const peoplePath = (workspaceId: string): string =>
  `/workspaces/${encodeURIComponent(workspaceId)}/people`;

export const invitationsPath = (workspaceId: string): string =>
  `/workspaces/${encodeURIComponent(workspaceId)}/invitations`;

export const peopleQuery = (workspaceId: string) =>
  queryOptions({
    queryKey: ['workspace', workspaceId, 'people'],
    queryFn: ({ signal }) => get<People>(peoplePath(workspaceId), signal),
  });
