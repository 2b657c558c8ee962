import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { KeptFile } from '../../../schema/api/files.ts';
import type { TemplateSummary } from '../../../schema/api/templates.ts';
import { get, getPage, send } from '../../api/console-client.ts';
import { usePagedQuery } from '../../api/use-paged-query.ts';
import { useWorkspace } from '../../session.ts';
import { templatesKey, templatesPath } from '../templates/templates-api.ts';
import { type FileFilter, filterQuery } from './file-filter.ts';

/** The largest page there is; its schema would bring zod into the first page's script. */
const LARGEST_PAGE = 200;

const filesPath = (workspaceId: string): string => `/workspaces/${encodeURIComponent(workspaceId)}/files`;

export function useFiles(filter: FileFilter) {
  const { id } = useWorkspace();
  return usePagedQuery<KeptFile>(['workspace', id, 'files', filter], filesPath(id) + filterQuery(filter));
}

/** One file, with fresh signed addresses. */
export const fileQuery = (workspaceId: string, fileId: string) =>
  queryOptions({
    queryKey: ['workspace', workspaceId, 'file', fileId],
    queryFn: ({ signal }) => get<KeptFile>(`${filesPath(workspaceId)}/${encodeURIComponent(fileId)}`, signal),
  });

export function useDeleteFile() {
  const { id } = useWorkspace();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (fileId: string) => send('DELETE', `${filesPath(id)}/${encodeURIComponent(fileId)}`),
    onSettled: () => client.invalidateQueries({ queryKey: ['workspace', id, 'files'] }),
  });
}

/** Templates by which files can be filtered: as many as fit in one page. */
export function useTemplateNames() {
  const { id } = useWorkspace();
  return useQuery({
    queryKey: [...templatesKey(id), 'list', 'names'],
    queryFn: ({ signal }) => getPage<TemplateSummary>(`${templatesPath(id)}?limit=${LARGEST_PAGE}`, signal),
  });
}
