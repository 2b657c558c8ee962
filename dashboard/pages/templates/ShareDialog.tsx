import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { KeptFile } from '../../../schema/api/files.ts';
import { CopyButton } from '../../components/CopyButton.tsx';
import { DateTime } from '../../components/DateTime.tsx';
import { ErrorAlert } from '../../components/ErrorAlert.tsx';
import { toSharedPage } from '../shared/shared-link.ts';
import { toPreviewRequest } from './preview-request.ts';
import { chosenText } from './samples.ts';
import classes from './ShareDialog.module.css';
import { createTestPrint, deleteTestPrint } from './templates-api.ts';
import type { Editing } from './use-draft.ts';

interface ShareDialogProps {
  readonly workspaceId: string;
  readonly editing: Editing;
  readonly opened: boolean;
  readonly onClose: () => void;
}

/** Makes a test print of the draft, and shows the address at which people without an account see it. */
export function ShareDialog({
  workspaceId,
  editing: { template, draft },
  opened,
  onClose,
}: ShareDialogProps) {
  const client = useQueryClient();
  const [files, setFiles] = useState<readonly KeptFile[]>([]);
  const request = toPreviewRequest(draft, chosenText(draft));
  const onSettled = () => client.invalidateQueries({ queryKey: ['workspace', workspaceId, 'files'] });
  const creation = useMutation({
    mutationFn: async () => {
      if (request === null) return;
      const file = await createTestPrint(workspaceId, template.id, request);
      setFiles((before) => [file, ...before]);
    },
    onSettled,
  });
  const revocation = useMutation({
    mutationFn: async ({ fileId }: KeptFile) => {
      await deleteTestPrint(workspaceId, template.id, fileId);
      setFiles((before) => before.filter((file) => file.fileId !== fileId));
    },
    onSettled,
  });
  const error = creation.error ?? revocation.error;
  return (
    <Modal opened={opened} onClose={onClose} title="Share the preview" size={560}>
      <Stack>
        <Text size="sm">
          This makes a test print of the current preview, with the chosen sample data. Anyone who has its link
          can see the PDF for one day, and nothing else of this workspace. Until then it is among the files of
          the workspace, where an admin can delete it.
        </Text>
        {error && <ErrorAlert error={error} />}
        <Group justify="flex-end">
          <Button loading={creation.isPending} disabled={request === null} onClick={() => creation.mutate()}>
            Create a link
          </Button>
        </Group>
        {files.length > 0 && (
          <ul aria-label="New links" className={classes.links}>
            {files.map((file) => (
              <ShareLink key={file.fileId} file={file} onRevoke={() => revocation.mutate(file)} />
            ))}
          </ul>
        )}
      </Stack>
    </Modal>
  );
}

interface ShareLinkProps {
  readonly file: KeptFile;
  readonly onRevoke: () => void;
}

const ShareLink = ({ file: { signedUrl, expiresAt }, onRevoke }: ShareLinkProps) => (
  <li className={classes.link}>
    <Text size="sm" component="div" className={classes.about}>
      Works until <DateTime value={expiresAt} />
    </Text>
    <CopyButton value={toSharedPage(signedUrl)} label="Copy link" />
    <Button size="xs" variant="default" onClick={onRevoke}>
      Revoke
    </Button>
  </li>
);
