import { Button, Group, Stack } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import type { KeptFile } from '../../../schema/api/files.ts';
import { toSameOriginPath } from '../../api/same-origin-path.ts';
import { ConfirmDialog } from '../../components/ConfirmDialog.tsx';
import { CopyButton } from '../../components/CopyButton.tsx';
import { QueryView } from '../../components/QueryView.tsx';
import { SideDrawer } from '../../components/SideDrawer.tsx';
import { IconDownload, IconTrash } from '../../icons/tabler.generated.ts';
import { FileView } from '../../pdf/FileView.tsx';
import { useHasRole, useWorkspace } from '../../session.ts';
import { FileCopies } from './FileCopies.tsx';
import { FileFacts } from './FileFacts.tsx';
import classes from './FilesPage.module.css';
import { fileQuery, useDeleteFile } from './use-files.ts';

/** A list has only these fields of a file. The drawer reads the rest. */
export type ListedFile = Pick<KeptFile, 'fileId' | 'filename'>;

interface FileDrawerProps {
  readonly listed: ListedFile | null;
  readonly onClose: () => void;
  readonly onDeleted?: (file: ListedFile) => void;
}

export function FileDrawer({ listed, onClose, onDeleted }: FileDrawerProps) {
  const [deleting, confirmation] = useDisclosure(false);
  return (
    <SideDrawer
      item={listed}
      onClose={onClose}
      title={({ filename }) => filename}
      size="xl"
      // Escape closes the confirmation first.
      closeOnEscape={!deleting}
    >
      {(shown) => (
        <>
          <OpenedFile fileId={shown.fileId} onDelete={confirmation.open} />
          <DeleteFile
            file={shown}
            opened={deleting}
            onClose={confirmation.close}
            onDeleted={() => {
              onDeleted?.(shown);
              onClose();
            }}
          />
        </>
      )}
    </SideDrawer>
  );
}

interface OpenedFileProps {
  readonly fileId: string;
  readonly onDelete: () => void;
}

function OpenedFile({ fileId, onDelete }: OpenedFileProps) {
  const { id } = useWorkspace();
  const query = useQuery(fileQuery(id, fileId));
  return (
    <QueryView query={query} label="the file">
      {(file) => (
        <Stack>
          <FileActions file={file} onDelete={onDelete} />
          <div className={classes.preview}>
            <FileView
              url={toSameOriginPath(file.signedUrl)}
              mediaType={file.mediaType}
              label={file.filename}
            />
          </div>
          <FileFacts file={file} />
          {file.copies && <FileCopies file={file} />}
        </Stack>
      )}
    </QueryView>
  );
}

interface FileActionsProps {
  readonly file: KeptFile;
  readonly onDelete: () => void;
}

function FileActions({ file, onDelete }: FileActionsProps) {
  const canDelete = useHasRole('admin');
  return (
    <Group gap="xs">
      <Button
        component="a"
        href={toSameOriginPath(file.signedUrl)}
        download={file.filename}
        size="xs"
        leftSection={<IconDownload size={16} aria-hidden />}
      >
        Download
      </Button>
      <CopyButton value={file.url} label="Copy permanent link" />
      <CopyButton value={file.signedUrl} label="Copy 24-hour link" />
      {canDelete && (
        <Button
          size="xs"
          variant="subtle"
          color="danger"
          leftSection={<IconTrash size={16} aria-hidden />}
          onClick={onDelete}
        >
          Delete
        </Button>
      )}
    </Group>
  );
}

interface DeleteFileProps {
  readonly file: ListedFile;
  readonly opened: boolean;
  readonly onClose: () => void;
  readonly onDeleted: () => void;
}

function DeleteFile({ file, opened, onClose, onDeleted }: DeleteFileProps) {
  const deletion = useDeleteFile();
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      title="Delete file"
      confirmLabel="Delete file"
      onConfirm={async () => {
        await deletion.mutateAsync(file.fileId);
        onDeleted();
      }}
    >
      This permanently deletes “{file.filename}”. Its links stop working. Copies in your own storage are kept,
      and the credit is not refunded.
    </ConfirmDialog>
  );
}
