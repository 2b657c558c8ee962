import { Button, Group, Menu, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { PartialBody, ComponentUse } from '../../../schema/api/components.ts';
import { usePagedQuery } from '../../api/use-paged-query.ts';
import { ActionMenu } from '../../components/ActionMenu.tsx';
import { type Column, DataTable } from '../../components/DataTable.tsx';
import { TextLink } from '../../components/links.tsx';
import { PagedList } from '../../components/PagedList.tsx';
import { StatusBadge } from '../../components/StatusBadge.tsx';
import { CompareDialog } from './compare/CompareDialog.tsx';
import { describeComparison, isChanged } from './compare/compared-prints.ts';
import { type Comparison, useComparisons } from './compare/use-comparisons.ts';
import { fetchUses, partialsKey } from './partials-api.ts';
import { PublishAgain } from './PublishAgain.tsx';

interface UsesPaneProps {
  readonly workspaceId: string;
  readonly partial: PartialBody;
}

/** Lists the templates that use a partial, the version that each prints, and what changes when it is published again. */
export function UsesPane({ workspaceId, partial: { name, latestVersion } }: UsesPaneProps) {
  const query = usePagedQuery([...partialsKey(workspaceId), 'uses', name, latestVersion], (page) =>
    fetchUses(workspaceId, name, page),
  );
  const { byTemplate, compare, forget } = useComparisons(workspaceId);
  const [compared, setCompared] = useState<ComponentUse | null>(null);
  const [publishing, setPublishing] = useState<readonly ComponentUse[]>([]);
  const isOutdated = ({ publishedPin }: ComponentUse) =>
    publishedPin !== null && publishedPin < latestVersion;

  function open(use: ComponentUse) {
    setCompared(use);
    const state = byTemplate.get(use.templateId)?.state;
    if (state === undefined || state === 'failed') void compare([use.templateId]);
  }

  return (
    <Stack p="lg">
      <PagedList
        query={query}
        noun={['template', 'templates']}
        empty={
          <Text size="sm" c="dimmed">
            No template uses this partial. Call it with <code>{`{{> ${name}}}`}</code>.
          </Text>
        }
      >
        {(uses) => (
          <>
            <UsesHead
              outdated={uses.filter(isOutdated)}
              onCompare={(outdated) => void compare(outdated.map(({ templateId }) => templateId))}
              onPublish={setPublishing}
            />
            <DataTable
              caption={`Templates that use ${name}`}
              columns={listColumns({ workspaceId, byTemplate, isOutdated, open, publish: setPublishing })}
              rows={uses}
              rowKey={({ templateId }) => templateId}
            />
          </>
        )}
      </PagedList>
      <CompareDialog
        name={compared?.name ?? null}
        comparison={byTemplate.get(compared?.templateId ?? '')}
        onClose={() => setCompared(null)}
      />
      <PublishAgain
        workspaceId={workspaceId}
        uses={publishing}
        onPublished={forget}
        onClose={() => setPublishing([])}
      />
    </Stack>
  );
}

interface UsesHeadProps {
  readonly outdated: readonly ComponentUse[];
  readonly onCompare: (outdated: readonly ComponentUse[]) => void;
  readonly onPublish: (outdated: readonly ComponentUse[]) => void;
}

function UsesHead({ outdated, onCompare, onPublish }: UsesHeadProps) {
  if (outdated.length === 0) return <Text size="sm">All published templates print the newest version.</Text>;
  return (
    <Group justify="space-between">
      <Text size="sm">
        {outdated.length === 1
          ? '1 published template prints'
          : `${outdated.length} published templates print`}{' '}
        an older version, until you publish again.
      </Text>
      <Group gap="sm">
        <Button variant="default" onClick={() => onCompare(outdated)}>
          Compare all
        </Button>
        <Button onClick={() => onPublish(outdated)}>Publish all again</Button>
      </Group>
    </Group>
  );
}

interface ColumnTerms {
  readonly workspaceId: string;
  readonly byTemplate: ReadonlyMap<string, Comparison>;
  readonly isOutdated: (use: ComponentUse) => boolean;
  readonly open: (use: ComponentUse) => void;
  readonly publish: (uses: readonly ComponentUse[]) => void;
}

const listColumns = ({
  workspaceId,
  byTemplate,
  isOutdated,
  open,
  publish,
}: ColumnTerms): readonly Column<ComponentUse>[] => [
  {
    header: 'Template',
    kind: 'heading',
    cell: ({ templateId, name }) => (
      <TextLink to="/w/$workspaceId/templates/$templateId" params={{ workspaceId, templateId }}>
        {name}
      </TextLink>
    ),
  },
  { header: 'Published', cell: (use) => <PublishedPin use={use} isOutdated={isOutdated(use)} /> },
  { header: 'Newest version', cell: ({ latestPin }) => (latestPin === null ? '–' : `Version ${latestPin}`) },
  { header: 'Change', cell: ({ templateId }) => <Change comparison={byTemplate.get(templateId)} /> },
  {
    header: 'Actions',
    kind: 'menu',
    cell: (use) => (
      <ActionMenu label={`Actions for ${use.name}`}>
        <Menu.Item disabled={!isOutdated(use)} onClick={() => open(use)}>
          Compare
        </Menu.Item>
        <Menu.Item disabled={!isOutdated(use)} onClick={() => publish([use])}>
          Publish again
        </Menu.Item>
      </ActionMenu>
    ),
  },
];

function PublishedPin({ use, isOutdated }: { readonly use: ComponentUse; readonly isOutdated: boolean }) {
  if (use.publishedPin === null) return '–';
  return (
    <StatusBadge tone={isOutdated ? 'warning' : 'good'}>
      Version {use.publishedPin}
      {isOutdated && ', older'}
    </StatusBadge>
  );
}

function Change({ comparison }: { readonly comparison: Comparison | undefined }) {
  if (comparison === undefined) return '–';
  if (comparison.state === 'running') return <span role="status">Comparing…</span>;
  if (comparison.state === 'failed') return <StatusBadge tone="bad">Not compared</StatusBadge>;
  const isSame = !comparison.samples.some(({ prints }) => isChanged(prints));
  return (
    <StatusBadge tone={isSame ? 'good' : 'warning'}>{describeComparison(comparison.samples)}</StatusBadge>
  );
}
