import { queryOptions } from '@tanstack/react-query';
import type { SampleSet } from '../../../schema/api/sample-sets.ts';
import type { CreateTemplate, PublishTemplate, UpdateTemplate } from '../../../schema/api/templates.ts';
import type { EditedTemplate, PreviewDraft } from '../../../schema/console/templates.ts';
import {
  consoleApi,
  type PrintedPreview,
  readData,
  readPage,
  readPreview,
  readTagged,
  type Tagged,
} from '../../api/console-client.ts';
import type { PageRequest } from '../../api/use-paged-query.ts';

/** With the tag of the state that was read. */
export type LoadedTemplate = EditedTemplate & Tagged;

/** Prefix of the query keys of everything about templates. */
export const templatesKey = (workspaceId: string) => ['workspace', workspaceId, 'templates'] as const;

export const templateQuery = (workspaceId: string, templateId: string) =>
  queryOptions({
    queryKey: [...templatesKey(workspaceId), 'one', templateId],
    queryFn: ({ signal }) => fetchTemplate(workspaceId, templateId, signal),
    // Do not reload a template while it is being edited.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });

/** A given version. It never changes. */
export const versionQuery = (workspaceId: string, templateId: string, version: number) =>
  queryOptions({
    queryKey: [...templatesKey(workspaceId), 'version', templateId, version],
    queryFn: ({ signal }) => fetchTemplate(workspaceId, `${templateId}@${version}`, signal),
    staleTime: Number.POSITIVE_INFINITY,
  });

/** @param templateId may include a version: `tpl_…@3` */
export const fetchTemplate = (
  ws: string,
  templateId: string,
  signal?: AbortSignal,
): Promise<LoadedTemplate> =>
  readTagged(
    consoleApi.GET('/console/workspaces/{ws}/templates/{templateId}', {
      params: { path: { ws, templateId } },
      signal,
    }),
  );

/** @param search part of the name; empty lists all */
export const fetchTemplates = (ws: string, search: string, { cursor, signal }: PageRequest) =>
  readPage(
    consoleApi.GET('/console/workspaces/{ws}/templates', {
      params: { path: { ws }, query: { search: search === '' ? undefined : search, cursor } },
      signal,
    }),
  );

export const fetchVersions = (
  ws: string,
  templateId: string,
  { cursor, signal, limit }: PageRequest & { readonly limit?: number },
) =>
  readPage(
    consoleApi.GET('/console/workspaces/{ws}/templates/{templateId}/versions', {
      params: { path: { ws, templateId }, query: { limit, cursor } },
      signal,
    }),
  );

export const createTemplate = (ws: string, template: CreateTemplate): Promise<LoadedTemplate> =>
  readTagged(
    consoleApi.POST('/console/workspaces/{ws}/templates', { params: { path: { ws } }, body: template }),
  );

/** Saves only if the template is as it was read. @throws {RequestError} `TEMPLATE_CHANGED` */
export const updateTemplate = (
  ws: string,
  { id: templateId, etag }: Pick<LoadedTemplate, 'id' | 'etag'>,
  changes: UpdateTemplate,
): Promise<LoadedTemplate> =>
  readTagged(
    consoleApi.PUT('/console/workspaces/{ws}/templates/{templateId}', {
      params: { path: { ws, templateId } },
      headers: { 'If-Match': etag },
      body: changes,
    }),
  );

export const publishVersion = (
  ws: string,
  templateId: string,
  publication: PublishTemplate,
): Promise<LoadedTemplate> =>
  readTagged(
    consoleApi.POST('/console/workspaces/{ws}/templates/{templateId}/publish', {
      params: { path: { ws, templateId } },
      body: publication,
    }),
  );

export const deleteTemplate = (ws: string, templateId: string) =>
  consoleApi.DELETE('/console/workspaces/{ws}/templates/{templateId}', {
    params: { path: { ws, templateId } },
  });

export const putSampleSets = (ws: string, templateId: string, sampleSets: SampleSet[]) =>
  consoleApi.PUT('/console/workspaces/{ws}/templates/{templateId}/sample-sets', {
    params: { path: { ws, templateId } },
    body: { sampleSets },
  });

export const fetchPreview = (ws: string, draft: PreviewDraft, signal: AbortSignal): Promise<PrintedPreview> =>
  readPreview(
    consoleApi.POST('/console/workspaces/{ws}/preview', {
      params: { path: { ws } },
      body: draft,
      parseAs: 'arrayBuffer',
      signal,
    }),
  );

/** Prints a draft, and keeps the PDF for a day. */
export const createTestPrint = (ws: string, templateId: string, draft: PreviewDraft) =>
  readData(
    consoleApi.POST('/console/workspaces/{ws}/templates/{templateId}/test-prints', {
      params: { path: { ws, templateId } },
      body: draft,
    }),
  );

export const deleteTestPrint = (ws: string, templateId: string, fileId: string) =>
  consoleApi.DELETE('/console/workspaces/{ws}/templates/{templateId}/test-prints/{fileId}', {
    params: { path: { ws, templateId, fileId } },
  });
