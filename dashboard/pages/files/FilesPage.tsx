import { Button } from '@mantine/core';
import { useState } from 'react';
import type { KeptFile } from '../../../schema/api/files.ts';
import { EmptyState } from '../../components/EmptyState.tsx';
import { LinkButton } from '../../components/links.tsx';
import { QueryView } from '../../components/QueryView.tsx';
import { Page } from '../../components/Page.tsx';
import { LoadMore } from '../../components/LoadMore.tsx';
import { IconFiles, IconFilterOff, IconPlayerPlay } from '../../icons/tabler.generated.ts';
import { useWorkspace } from '../../session.ts';
import { FileDrawer } from './FileDrawer.tsx';
import { FileFilters } from './FileFilters.tsx';
import { type FileFilter, isFiltered, NO_FILTER } from './file-filter.ts';
import { FilesTable } from './FilesTable.tsx';
import { useFiles } from './use-files.ts';

export function FilesPage() {
  const [filter, setFilter] = useState<FileFilter>(NO_FILTER);
  const [opened, setOpened] = useState<KeptFile | null>(null);
  const query = useFiles(filter);

  return (
    <Page
      title="Files"
      description="All files created with the API keys of this workspace. Files are deleted when their retention period ends."
    >
      <FileFilters filter={filter} onChange={setFilter} />
      <QueryView query={query} label="the files">
        {(files) =>
          files.length === 0 ? (
            <NoFiles filtered={isFiltered(filter)} onReset={() => setFilter(NO_FILTER)} />
          ) : (
            <>
              <FilesTable files={files} onOpen={setOpened} />
              <LoadMore query={query} shown={countFiles(files.length)} label="Show older files" />
            </>
          )
        }
      </QueryView>
      <FileDrawer listed={opened} onClose={() => setOpened(null)} />
    </Page>
  );
}

const countFiles = (count: number): string => (count === 1 ? '1 file shown' : `${count} files shown`);

interface NoFilesProps {
  readonly filtered: boolean;
  readonly onReset: () => void;
}

function NoFiles({ filtered, onReset }: NoFilesProps) {
  const { id } = useWorkspace();
  if (filtered) {
    const reset = (
      <Button variant="default" leftSection={<IconFilterOff size={16} aria-hidden />} onClick={onReset}>
        Show all files
      </Button>
    );
    return (
      <EmptyState icon={IconFiles} title="No files match this filter" action={reset}>
        Try other dates, another template or other keys.
      </EmptyState>
    );
  }
  const tryIt = (
    <LinkButton
      to="/w/$workspaceId/playground"
      params={{ workspaceId: id }}
      leftSection={<IconPlayerPlay size={16} aria-hidden />}
    >
      Open the playground
    </LinkButton>
  );
  return (
    <EmptyState icon={IconFiles} title="No files yet" action={tryIt}>
      Create your first PDF in the playground or with the API.
    </EmptyState>
  );
}
