import { Box, Menu, Stack, Text, Title } from '@mantine/core';
import { type ComponentProps, useState } from 'react';
import type { TemplateVersionSummary } from '../../../schema/api/templates.ts';
import { ActionMenu } from '../../components/ActionMenu.tsx';
import { FileSize } from '../../components/FileSize.tsx';
import { type Column, DataTable } from '../../components/DataTable.tsx';
import { DateTime } from '../../components/DateTime.tsx';
import { QueryView } from '../../components/QueryView.tsx';
import { LoadMore } from '../../components/LoadMore.tsx';
import { StatusBadge } from '../../components/StatusBadge.tsx';
import { usePagedQuery } from '../../api/use-paged-query.ts';
import { PublishVersion } from './PublishVersion.tsx';
import { RestoreVersion } from './RestoreVersion.tsx';
import { fetchVersions, templatesKey } from './templates-api.ts';
import type { Editing } from './use-draft.ts';
import { VersionDiff } from './VersionDiff.tsx';
import classes from './VersionsPane.module.css';

interface VersionsPaneProps {
  readonly workspaceId: string;
  readonly editing: Editing;
}

export function VersionsPane({ workspaceId, editing }: VersionsPaneProps) {
  const { template } = editing;
  const query = usePagedQuery([...templatesKey(workspaceId), 'versions', template.id], (page) =>
    fetchVersions(workspaceId, template.id, page),
  );
  const [chosen, setChosen] = useState<{ action: VersionAction; version: TemplateVersionSummary } | null>(
    null,
  );
  const close = () => setChosen(null);

  return (
    <Stack p="lg" gap="lg">
      <QueryView query={query} label="the versions">
        {(versions) => (
          <>
            <Box mx="calc(var(--mantine-spacing-lg) * -1)">
              <DataTable
                caption={`Versions of ${template.name}`}
                columns={listColumns(template.publishedVersion, (action, version) =>
                  setChosen({ action, version }),
                )}
                rows={versions}
                rowKey={({ version }) => String(version)}
              />
            </Box>
            {query.hasNextPage && (
              <LoadMore
                query={query}
                shown={`${versions.length} versions shown`}
                label="Show older versions"
              />
            )}
            <Compare workspaceId={workspaceId} templateId={template.id} versions={versions} />
          </>
        )}
      </QueryView>
      <RestoreVersion
        workspaceId={workspaceId}
        editing={editing}
        version={chosen?.action === 'restore' ? chosen.version.version : null}
        onClose={close}
      />
      <PublishVersion
        editing={editing}
        version={chosen?.action === 'publish' ? chosen.version : null}
        onClose={close}
      />
    </Stack>
  );
}

type CompareProps = ComponentProps<typeof VersionDiff>;

function Compare({ versions, ...rest }: CompareProps) {
  return (
    <>
      <Title order={2} size="h4">
        Compare
      </Title>
      {versions.length < 2 ? (
        <Text size="sm" c="dimmed">
          Once there are two versions, you can compare them here.
        </Text>
      ) : (
        <VersionDiff {...rest} versions={versions} />
      )}
    </>
  );
}

type VersionAction = 'restore' | 'publish';
type Choose = (action: VersionAction, version: TemplateVersionSummary) => void;

const listColumns = (published: number | null, choose: Choose): readonly Column<TemplateVersionSummary>[] => [
  { header: 'Version', kind: 'heading', cell: ({ version }) => version },
  { header: 'Saved', cell: ({ createdAt }) => <DateTime value={createdAt} /> },
  { header: 'Status', cell: (version) => <VersionState version={version} published={published} /> },
  { header: 'Note', cell: ({ note }) => <Note text={note} /> },
  { header: 'HTML', cell: ({ contentBytes }) => <FileSize value={contentBytes} /> },
  {
    header: 'Actions',
    kind: 'menu',
    cell: (version) => (
      <ActionMenu label={`Actions for version ${version.version}`}>
        <Menu.Item onClick={() => choose('restore', version)}>Restore as a new draft</Menu.Item>
        <Menu.Item disabled={version.version === published} onClick={() => choose('publish', version)}>
          Publish this version
        </Menu.Item>
      </ActionMenu>
    ),
  },
];

/** Shows the note with its line breaks. */
const Note = ({ text }: { readonly text: string | null }) => (
  <Text size="sm" className={classes.note}>
    {text ?? '–'}
  </Text>
);

interface VersionStateProps {
  readonly version: TemplateVersionSummary;
  readonly published: number | null;
}

function VersionState({ version: { version, publishedAt }, published }: VersionStateProps) {
  if (version === published) return <StatusBadge tone="good">Published</StatusBadge>;
  return <StatusBadge tone="quiet">{publishedAt === null ? 'Draft' : 'Previously published'}</StatusBadge>;
}
