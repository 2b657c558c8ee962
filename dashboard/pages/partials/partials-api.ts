import { queryOptions } from '@tanstack/react-query';
import type { PartialBody } from '../../../schema/api/components.ts';
import type { PreviewTemplate } from '../../../schema/api/templates.ts';
import {
  consoleApi,
  type PrintedPreview,
  readData,
  readPage,
  readPreview,
} from '../../api/console-client.ts';
import { hasErrorCode } from '../../api/request-error.ts';
import type { PageRequest } from '../../api/use-paged-query.ts';

/** Prefix of the query keys of everything about partials. */
export const partialsKey = (workspaceId: string) => ['workspace', workspaceId, 'partials'] as const;

/** Returns null if the partial does not exist. An error instead would be fetched again, and its page would lose the text of the editor. */
export const partialQuery = (ws: string, name: string) =>
  queryOptions({
    queryKey: [...partialsKey(ws), 'one', name],
    queryFn: async ({ signal }): Promise<PartialBody | null> => {
      try {
        return await fetchPartial(ws, name, undefined, signal);
      } catch (error) {
        if (hasErrorCode(error, 'PARTIAL_NOT_FOUND')) return null;
        throw error;
      }
    },
    // Do not reload a partial while it is being edited.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });

export const partialVersionQuery = (ws: string, name: string, version: number) =>
  queryOptions({
    queryKey: [...partialsKey(ws), 'version', name, version],
    queryFn: ({ signal }) => fetchPartial(ws, name, version, signal),
    staleTime: Number.POSITIVE_INFINITY,
  });

const fetchPartial = (ws: string, name: string, version: number | undefined, signal: AbortSignal) =>
  readData(
    consoleApi.GET('/console/workspaces/{ws}/partials/{name}', {
      params: { path: { ws, name }, query: { version } },
      signal,
    }),
  );

export const fetchPartials = (
  ws: string,
  search: string,
  { cursor, signal, limit }: PageRequest & { readonly limit?: number },
) =>
  readPage(
    consoleApi.GET('/console/workspaces/{ws}/partials', {
      params: { path: { ws }, query: { search: search === '' ? undefined : search, limit, cursor } },
      signal,
    }),
  );

export const fetchPartialVersions = (ws: string, name: string, { cursor, signal }: PageRequest) =>
  readPage(
    consoleApi.GET('/console/workspaces/{ws}/partials/{name}/versions', {
      params: { path: { ws, name }, query: { cursor } },
      signal,
    }),
  );

export const fetchUses = (ws: string, name: string, { cursor, signal }: PageRequest) =>
  readPage(
    consoleApi.GET('/console/workspaces/{ws}/partials/{name}/uses', {
      params: { path: { ws, name }, query: { cursor } },
      signal,
    }),
  );

export const putPartial = (ws: string, name: string, body: { content: string; note?: string | undefined }) =>
  readData(
    consoleApi.PUT('/console/workspaces/{ws}/partials/{name}', { params: { path: { ws, name } }, body }),
  );

export const deletePartial = (ws: string, name: string) =>
  consoleApi.DELETE('/console/workspaces/{ws}/partials/{name}', { params: { path: { ws, name } } });

/** Prints a saved version of a template. @param templateId with the version: `tpl_…@3` */
export const fetchSavedPreview = (
  ws: string,
  templateId: string,
  body: PreviewTemplate,
  signal: AbortSignal,
): Promise<PrintedPreview> =>
  readPreview(
    consoleApi.POST('/console/workspaces/{ws}/preview/{templateId}', {
      params: { path: { ws, templateId } },
      body,
      parseAs: 'arrayBuffer',
      signal,
    }),
  );
