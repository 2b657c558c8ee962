import { Menu, Stack, Title } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useQueries, useQueryClient } from '@tanstack/react-query';
import type { ComponentVersionSummary } from '../../../schema/api/components.ts';
import { usePagedQuery } from '../../api/use-paged-query.ts';
import { ActionMenu } from '../../components/ActionMenu.tsx';
import { type Column, DataTable } from '../../components/DataTable.tsx';
import { DateTime } from '../../components/DateTime.tsx';
import { ErrorAlert } from '../../components/ErrorAlert.tsx';
import { FileSize } from '../../components/FileSize.tsx';
import { LoadMore } from '../../components/LoadMore.tsx';
import { QueryView } from '../../components/QueryView.tsx';
import { useVersionPair, VersionPairChoice } from '../../components/VersionPair.tsx';
import { Difference } from '../templates/VersionDiff.tsx';
import { fetchPartialVersions, partialsKey, partialVersionQuery } from './partials-api.ts';

interface PartialVersionsProps {
  readonly workspaceId: string;
  readonly name: string;
  /** Gets the text of an older version. It does not save the text. */
  readonly onRestore: (content: string) => void;
}

export function PartialVersions({ workspaceId, name, onRestore }: PartialVersionsProps) {
  const queryClient = useQueryClient();
  const query = usePagedQuery([...partialsKey(workspaceId), 'versions', name], (page) =>
    fetchPartialVersions(workspaceId, name, page),
  );

  async function restore(version: number) {
    const { content } = await queryClient.ensureQueryData(partialVersionQuery(workspaceId, name, version));
    onRestore(content);
    notifications.show({ message: `The editor has the text of version ${version}. Save it to use it.` });
  }

  return (
    <Stack p="lg" gap="lg">
      <QueryView query={query} label="the versions">
        {(versions) => (
          <>
            <DataTable
              caption={`Versions of ${name}`}
              columns={listColumns((version) => void restore(version))}
              rows={versions}
              rowKey={({ version }) => String(version)}
            />
            {query.hasNextPage && (
              <LoadMore
                query={query}
                shown={`${versions.length} versions shown`}
                label="Show older versions"
              />
            )}
            {versions.length > 1 && <VersionDiff workspaceId={workspaceId} name={name} versions={versions} />}
          </>
        )}
      </QueryView>
    </Stack>
  );
}

const listColumns = (restore: (version: number) => void): readonly Column<ComponentVersionSummary>[] => [
  { header: 'Version', kind: 'heading', cell: ({ version }) => version },
  { header: 'Saved', cell: ({ createdAt }) => <DateTime value={createdAt} /> },
  { header: 'Note', cell: ({ note }) => note ?? '–' },
  { header: 'Size', cell: ({ bytes }) => <FileSize value={bytes} /> },
  {
    header: 'Actions',
    kind: 'menu',
    cell: ({ version }) => (
      <ActionMenu label={`Actions for version ${version}`}>
        <Menu.Item onClick={() => restore(version)}>Restore in the editor</Menu.Item>
      </ActionMenu>
    ),
  },
];

interface VersionDiffProps {
  readonly workspaceId: string;
  readonly name: string;
  /** Newest first; at least two. */
  readonly versions: readonly ComponentVersionSummary[];
}

function VersionDiff({ workspaceId, name, versions }: VersionDiffProps) {
  const pair = useVersionPair(versions);
  const { from, to } = pair;
  const [before, after] = useQueries({
    queries: [from, to].map((version) => partialVersionQuery(workspaceId, name, version)),
  });
  const error = before?.error ?? after?.error;
  return (
    <>
      <Title order={2} size="h4">
        Compare
      </Title>
      <VersionPairChoice versions={versions} {...pair} />
      {error && <ErrorAlert error={error} title="A version could not be loaded" />}
      {before?.data && after?.data && (
        <Difference
          before={before.data.content}
          after={after.data.content}
          language="template"
          label={`${name}: from version ${from} to ${to}`}
        />
      )}
    </>
  );
}
