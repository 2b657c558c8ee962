import { Button } from '@mantine/core';
import { lazy, Suspense, useEffect, useState } from 'react';
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { KeptFile } from '../../../schema/api/files.ts';
import type { MadeFiles } from '../../../schema/console/files.ts';
import { ErrorAlert } from '../../components/ErrorAlert.tsx';
import { EmptyState } from '../../components/EmptyState.tsx';
import { LinkButton } from '../../components/links.tsx';
import { PagedList } from '../../components/PagedList.tsx';
import { Page } from '../../components/Page.tsx';
import { IconFiles, IconFilterOff, IconPlayerPlay } from '../../icons/tabler.generated.ts';
import { useHasRole, useWorkspace } from '../../session.ts';
import { FileDrawer, type ListedFile } from './FileDrawer.tsx';
import { FileFilters } from './FileFilters.tsx';
import { type FileFilter, isFiltered, NO_FILTER } from './file-filter.ts';
import { fileButtonId, FilesTable } from './FilesTable.tsx';
import { useSelection } from './selection/use-selection.ts';
import { UploadButton } from './UploadButton.tsx';
import { useFiles } from './use-files.ts';

/** These dialogs load after the page. */
const MergeDialog = lazy(async () => ({ default: (await import('./merge/MergeDialog.tsx')).MergeDialog }));
const SplitDialog = lazy(async () => ({ default: (await import('./split/SplitDialog.tsx')).SplitDialog }));

export function FilesPage() {
  const [filter, setFilter] = useState<FileFilter>(NO_FILTER);
  const { opened, open } = useOpenedFile();
  const [assembling, setAssembling] = useState<'merge' | 'split' | null>(null);
  const [uploadError, setUploadError] = useState<Error | null>(null);
  const canAssemble = useHasRole('admin');
  const selection = useSelection();
  const query = useFiles(filter);
  const focusWhenListed = useFocusWhenListed(query.data);

  function showMade({ files }: MadeFiles) {
    setAssembling(null);
    selection.deselect(selection.files);
    // They are not from a template, and may be outside of the days.
    setFilter(NO_FILTER);
    focusWhenListed(files[0]?.fileId);
  }

  function showUploaded({ fileId }: KeptFile) {
    setFilter(NO_FILTER);
    focusWhenListed(fileId);
  }

  const closeDialog = () => setAssembling(null);
  return (
    <Page
      title="Files"
      description="All files of this workspace. Files are deleted when their retention period ends."
      actions={canAssemble && <UploadButton onUploaded={showUploaded} onFailed={setUploadError} />}
    >
      {uploadError && <ErrorAlert error={uploadError} />}
      <FileFilters filter={filter} onChange={setFilter} />
      <PagedList
        query={query}
        noun={['file', 'files']}
        next="older"
        empty={<NoFiles filtered={isFiltered(filter)} onReset={() => setFilter(NO_FILTER)} />}
      >
        {(files) => (
          <FilesTable
            files={files}
            onOpen={open}
            selection={canAssemble ? selection : null}
            onMerge={() => setAssembling('merge')}
            onSplit={() => setAssembling('split')}
          />
        )}
      </PagedList>
      <FileDrawer
        listed={opened}
        onClose={() => open(null)}
        onDeleted={(file) => selection.deselect([file])}
      />
      <Suspense>
        <MergeDialog
          opened={assembling === 'merge'}
          files={selection.files}
          onClose={closeDialog}
          onMade={showMade}
        />
        <SplitDialog
          opened={assembling === 'split'}
          file={selection.files[0] ?? null}
          onClose={closeDialog}
          onMade={showMade}
        />
      </Suspense>
    </Page>
  );
}

/** The address can name a file that is not in the list. */
function useOpenedFile() {
  const { id } = useWorkspace();
  const { file } = useSearch({ strict: false });
  const navigate = useNavigate();
  const [opened, setOpened] = useState<ListedFile | null>(null);
  const named = file === undefined ? null : { fileId: file, filename: 'File' };
  const [shown, setShown] = useState(named);
  if (named?.fileId !== shown?.fileId) {
    setShown(named);
    // The search leads to a file while another one is open.
    if (named !== null) setOpened(null);
  }

  function open(next: ListedFile | null) {
    setOpened(next);
    if (file !== undefined) void navigate({ to: '/w/$workspaceId/files', params: { workspaceId: id } });
  }
  return { opened: opened ?? shown, open };
}

/** The button that had the focus is disabled after the work. */
function useFocusWhenListed(files: readonly KeptFile[] | undefined) {
  const [awaited, setAwaited] = useState<string>();
  const isListed = awaited !== undefined && files?.some(({ fileId }) => fileId === awaited) === true;
  useEffect(() => {
    if (!isListed) return;
    document.getElementById(fileButtonId(awaited))?.focus();
    setAwaited(undefined);
  }, [isListed, awaited]);
  return setAwaited;
}

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
