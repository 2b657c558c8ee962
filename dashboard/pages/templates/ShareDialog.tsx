import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { SharedPreview } from '../../../schema/console/shares.ts';
import { CopyButton } from '../../components/CopyButton.tsx';
import { DateTime } from '../../components/DateTime.tsx';
import { ErrorAlert } from '../../components/ErrorAlert.tsx';
import { QueryView } from '../../components/QueryView.tsx';
import { toPreviewRequest } from './preview-request.ts';
import { chosenText } from './samples.ts';
import { createShare, revokeShare, sharesQuery } from './shares-api.ts';
import classes from './ShareDialog.module.css';
import type { Editing } from './use-draft.ts';

interface ShareDialogProps {
  readonly workspaceId: string;
  readonly editing: Editing;
  readonly opened: boolean;
  readonly onClose: () => void;
}

/** Links to the PDF of the preview, for people without an account. */
export const ShareDialog = ({ opened, onClose, ...rest }: ShareDialogProps) => (
  <Modal opened={opened} onClose={onClose} title="Share the preview" size={560}>
    <Shares {...rest} />
  </Modal>
);

type SharesProps = Pick<ShareDialogProps, 'workspaceId' | 'editing'>;

function Shares({ workspaceId, editing: { template, draft } }: SharesProps) {
  const queryClient = useQueryClient();
  const query = useQuery(sharesQuery(workspaceId, template.id));
  const request = toPreviewRequest(draft, chosenText(draft));
  const onSuccess = () => queryClient.invalidateQueries(sharesQuery(workspaceId, template.id));
  const creation = useMutation({
    mutationFn: async () => request && createShare(workspaceId, template.id, request),
    onSuccess,
  });
  const revocation = useMutation({
    mutationFn: (share: SharedPreview) => revokeShare(workspaceId, template.id, share.id),
    onSettled: onSuccess,
  });
  const error = creation.error ?? revocation.error;
  return (
    <Stack>
      <Text size="sm">
        Anyone who has a link can see the PDF of the current preview, with the chosen sample data. A link
        works for one day and shows nothing else of this workspace. Later changes do not appear in the PDF.
      </Text>
      {error && <ErrorAlert error={error} />}
      <Group justify="flex-end">
        <Button loading={creation.isPending} disabled={request === null} onClick={() => creation.mutate()}>
          Create a link
        </Button>
      </Group>
      <QueryView query={query} label="the links">
        {(shares) =>
          shares.length > 0 && (
            <ul aria-label="Open links" className={classes.links}>
              {shares.map((share) => (
                <ShareLink key={share.id} share={share} onRevoke={() => revocation.mutate(share)} />
              ))}
            </ul>
          )
        }
      </QueryView>
    </Stack>
  );
}

interface ShareLinkProps {
  readonly share: SharedPreview;
  readonly onRevoke: () => void;
}

function ShareLink({ share: { url, createdBy, createdAt, expiresAt }, onRevoke }: ShareLinkProps) {
  return (
    <li className={classes.link}>
      <Text size="sm" component="div" className={classes.about}>
        {createdBy}, <DateTime value={createdAt} show="ago" />
        <Text size="xs" c="dimmed" component="div">
          Works until <DateTime value={expiresAt} />
        </Text>
      </Text>
      <CopyButton value={url} label="Copy link" />
      <Button size="xs" variant="default" onClick={onRevoke}>
        Revoke
      </Button>
    </li>
  );
}
