import { queryOptions } from '@tanstack/react-query';
import type { CreateTemplate, UpdateTemplate } from '../../../schema/api/templates.ts';
import type { EditedTemplate } from '../../../schema/console/templates.ts';
import { get, send } from '../../api/console-client.ts';

/** The templates of a workspace, as `schema/console/templates.ts` describes its routes. */

export const templatesPath = (workspaceId: string): string =>
  `/workspaces/${encodeURIComponent(workspaceId)}/templates`;

/** `reference` is a template's id, or names a version of it: `tpl_…@3`. */
export const templatePath = (workspaceId: string, reference: string): string =>
  `${templatesPath(workspaceId)}/${encodeURIComponent(reference)}`;

/** Everything that is cached about templates of the workspace. */
export const templatesKey = (workspaceId: string) => ['workspace', workspaceId, 'templates'] as const;

/** The newest version, with its sample data. */
export const templateQuery = (workspaceId: string, templateId: string) =>
  queryOptions({
    queryKey: [...templatesKey(workspaceId), 'one', templateId],
    queryFn: ({ signal }) => get<EditedTemplate>(templatePath(workspaceId, templateId), signal),
    // What somebody edits is not read anew behind their back.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });

/** A given version: it never changes. */
export const versionQuery = (workspaceId: string, templateId: string, version: number) =>
  queryOptions({
    queryKey: [...templatesKey(workspaceId), 'version', templateId, version],
    queryFn: ({ signal }) =>
      get<EditedTemplate>(templatePath(workspaceId, `${templateId}@${version}`), signal),
    staleTime: Number.POSITIVE_INFINITY,
  });

/** @throws {RequestError} */
export const createTemplate = (workspaceId: string, template: CreateTemplate): Promise<EditedTemplate> =>
  send('POST', templatesPath(workspaceId), template);

/** Saves a new version. @throws {RequestError} */
export const updateTemplate = (
  workspaceId: string,
  templateId: string,
  changes: UpdateTemplate,
): Promise<EditedTemplate> => send('PUT', templatePath(workspaceId, templateId), changes);

/** @throws {RequestError} */
export const publishVersion = (
  workspaceId: string,
  templateId: string,
  version: number,
): Promise<EditedTemplate> => send('POST', `${templatePath(workspaceId, templateId)}/publish`, { version });

/** @throws {RequestError} */
export const deleteTemplate = (workspaceId: string, templateId: string): Promise<unknown> =>
  send('DELETE', templatePath(workspaceId, templateId));

/** @throws {RequestError} */
export const putSampleData = (
  workspaceId: string,
  templateId: string,
  sampleData: Readonly<Record<string, unknown>>,
): Promise<unknown> => send('PUT', `${templatePath(workspaceId, templateId)}/sample-data`, { sampleData });

export const versionsPath = (workspaceId: string, templateId: string): string =>
  `${templatePath(workspaceId, templateId)}/versions`;

export const previewPath = (workspaceId: string): string =>
  `/workspaces/${encodeURIComponent(workspaceId)}/preview`;
