import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { consoleApi, readData, readPage } from '../../api/console-client.ts';
import { usePagedQuery } from '../../api/use-paged-query.ts';
import { useWorkspace } from '../../session.ts';
import { templatesKey } from '../templates/templates-api.ts';
import { type FileFilter, toFileQuery } from './file-filter.ts';

/** The API's maximum. Importing it from the schema would add zod to the first page's script. */
export const MAX_PAGE_SIZE = 200;

export function useFiles(filter: FileFilter) {
  const { id } = useWorkspace();
  return usePagedQuery(['workspace', id, 'files', filter], ({ cursor, signal }) =>
    readPage(
      consoleApi.GET('/console/workspaces/{ws}/files', {
        params: { path: { ws: id }, query: { ...toFileQuery(filter), cursor } },
        signal,
      }),
    ),
  );
}

/** One file, with new signed URLs. */
export const fileQuery = (workspaceId: string, fileId: string) =>
  queryOptions({
    queryKey: ['workspace', workspaceId, 'file', fileId],
    queryFn: ({ signal }) =>
      readData(
        consoleApi.GET('/console/workspaces/{ws}/files/{fileId}', {
          params: { path: { ws: workspaceId, fileId } },
          signal,
        }),
      ),
  });

export function useDeleteFile() {
  const { id } = useWorkspace();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (fileId: string) =>
      consoleApi.DELETE('/console/workspaces/{ws}/files/{fileId}', { params: { path: { ws: id, fileId } } }),
    onSettled: () =>
      Promise.all(
        ['files', 'jobs'].map((list) => client.invalidateQueries({ queryKey: ['workspace', id, list] })),
      ),
  });
}

export function useTemplateNames() {
  const { id } = useWorkspace();
  return useQuery({
    queryKey: [...templatesKey(id), 'list', 'names'],
    queryFn: ({ signal }) =>
      readPage(
        consoleApi.GET('/console/workspaces/{ws}/templates', {
          params: { path: { ws: id }, query: { limit: MAX_PAGE_SIZE } },
          signal,
        }),
      ),
  });
}
