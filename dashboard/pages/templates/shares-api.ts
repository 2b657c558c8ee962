import { queryOptions } from '@tanstack/react-query';
import type { PreviewDraft } from '../../../schema/console/templates.ts';
import { consoleApi, readData } from '../../api/console-client.ts';
import { templatesKey } from './templates-api.ts';

/** The open links to previews of a template. */
export const sharesQuery = (ws: string, templateId: string) =>
  queryOptions({
    queryKey: [...templatesKey(ws), 'shares', templateId],
    queryFn: async ({ signal }) => {
      const params = { path: { ws, templateId } };
      const path = '/console/workspaces/{ws}/templates/{templateId}/shares';
      return (await readData(consoleApi.GET(path, { params, signal }))).shares;
    },
  });

export const createShare = (ws: string, templateId: string, draft: PreviewDraft) =>
  readData(
    consoleApi.POST('/console/workspaces/{ws}/templates/{templateId}/shares', {
      params: { path: { ws, templateId } },
      body: draft,
    }),
  );

export const revokeShare = (ws: string, templateId: string, shareId: string) =>
  consoleApi.DELETE('/console/workspaces/{ws}/templates/{templateId}/shares/{shareId}', {
    params: { path: { ws, templateId, shareId } },
  });
