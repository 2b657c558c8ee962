import { Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconPlus, IconSearch, IconTemplate } from '@tabler/icons-react';
import { useState } from 'react';
import type { TemplateSummary } from '../../../schema/api/templates.ts';
import { type Column, DataTable } from '../../components/DataTable.tsx';
import { DateTime } from '../../components/DateTime.tsx';
import { EmptyState } from '../../components/EmptyState.tsx';
import { LinkButton, TextLink } from '../../components/links.tsx';
import { QueryView } from '../../components/QueryView.tsx';
import { Page } from '../../components/Page.tsx';
import { LoadMore } from '../../components/LoadMore.tsx';
import { Card } from '../../components/Card.tsx';
import { usePagedQuery } from '../../api/use-paged-query.ts';
import { useWorkspace } from '../../session.ts';
import { PublishedState } from './PublishedState.tsx';
import { templatesKey, templatesPath } from './templates-api.ts';
import classes from './TemplatesPage.module.css';

const SEARCH_DELAY_MS = 250;

/** The templates of the workspace, found by a part of their names. */
export function TemplatesPage() {
  const { id: workspaceId } = useWorkspace();
  const [typed, setTyped] = useState('');
  const [search] = useDebouncedValue(typed.trim(), SEARCH_DELAY_MS);
  const query = useTemplates(workspaceId, search);
  // What a search found is no answer to whether there is any.
  const isNew = search === '' && query.data?.length === 0 && !query.isPlaceholderData;

  return (
    <Page
      title="Templates"
      description="HTML and Handlebars that your program fills with data: it names the template, Platen prints the document."
      actions={!isNew && <NewTemplateButton workspaceId={workspaceId} />}
    >
      {!isNew && (
        <TextInput
          className={classes.search}
          type="search"
          label="Search templates"
          placeholder="A part of the name"
          leftSection={<IconSearch size={16} aria-hidden />}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
          maxLength={100}
        />
      )}
      <QueryView query={query} label="the templates">
        {(templates) =>
          templates.length === 0 ? (
            <Nothing search={search} workspaceId={workspaceId} />
          ) : (
            <>
              <Card padding="flush">
                <DataTable
                  caption="Templates"
                  columns={columnsIn(workspaceId)}
                  rows={templates}
                  rowKey={({ id }) => id}
                />
              </Card>
              <LoadMore query={query} shown={counted(templates.length)} label="Show more templates" />
            </>
          )
        }
      </QueryView>
    </Page>
  );
}

const counted = (count: number): string => (count === 1 ? '1 template shown' : `${count} templates shown`);

function useTemplates(workspaceId: string, search: string) {
  const path = templatesPath(workspaceId);
  const found = search === '' ? path : `${path}?search=${encodeURIComponent(search)}`;
  return usePagedQuery<TemplateSummary>([...templatesKey(workspaceId), 'list', search], found);
}

function NewTemplateButton({ workspaceId }: { readonly workspaceId: string }) {
  return (
    <LinkButton
      to="/w/$workspaceId/templates/new"
      params={{ workspaceId }}
      leftSection={<IconPlus size={16} aria-hidden />}
    >
      New template
    </LinkButton>
  );
}

function Nothing({ search, workspaceId }: { readonly search: string; readonly workspaceId: string }) {
  if (search !== '') {
    return (
      <EmptyState icon={IconSearch} title="No template of this name">
        No template has “{search}” in its name. Try a shorter part of it.
      </EmptyState>
    );
  }
  return (
    <EmptyState
      icon={IconTemplate}
      title="No template yet"
      action={<NewTemplateButton workspaceId={workspaceId} />}
    >
      Begin with an invoice, a letter or another starter, and make it yours while you watch the PDF.
    </EmptyState>
  );
}

const columnsIn = (workspaceId: string): readonly Column<TemplateSummary>[] => [
  {
    header: 'Name',
    kind: 'heading',
    cell: ({ id, name }) => (
      <TextLink
        to="/w/$workspaceId/templates/$templateId"
        params={{ workspaceId, templateId: id }}
        className={classes.name}
      >
        {name}
      </TextLink>
    ),
  },
  { header: 'State', cell: (template) => <PublishedState template={template} /> },
  { header: 'Changed', cell: ({ updatedAt }) => <DateTime value={updatedAt} show="ago" /> },
  {
    header: 'Id',
    cell: ({ id }) => (
      <Text span size="xs" ff="monospace" c="dimmed">
        {id}
      </Text>
    ),
  },
];
