import { ActionIcon, Loader, Modal, Text, Tooltip } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { notifications } from '@mantine/notifications';
import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { PDF_TYPE } from '../../schema/media-types.ts';
import { toErrorMessage } from '../api/error-message.ts';
import { formatDuration } from '../format-duration.ts';
import { IconDownload, IconMaximize } from '../icons/tabler.generated.ts';
import { PdfView } from '../pdf/PdfView.tsx';
import { saveFile } from '../save-file.ts';
import classes from './PreviewPane.module.css';
import type { Preview } from './use-prints.ts';

export interface PreviewDownload {
  readonly filename: string;
  /** The PDF has a line at the foot of its pages in place of the mark. */
  readonly print: () => Promise<Uint8Array<ArrayBuffer>>;
}

interface PreviewActionsProps {
  readonly preview: Preview;
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly name: string;
  readonly download: PreviewDownload | null;
  /** The fields that choose the sample data and the locale, if there are several. */
  readonly choices: ReactNode;
}

export function PreviewActions({ preview, bytes, name, download, choices }: PreviewActionsProps) {
  const [isLarge, large] = useDisclosure(false);
  return (
    <div className={classes.actions}>
      {choices}
      <Progress preview={preview} />
      {download && <Download {...download} />}
      <Tooltip label="Full screen">
        <ActionIcon variant="subtle" color="gray" aria-label="Full screen" onClick={large.open}>
          <IconMaximize size={16} aria-hidden />
        </ActionIcon>
      </Tooltip>
      <Modal
        opened={isLarge}
        onClose={large.close}
        title={name}
        fullScreen
        classNames={{ content: classes.large, body: classes.largeBody }}
      >
        <PdfView
          bytes={bytes}
          hidesMark
          label={`Large preview of ${name}`}
          actions={download && <Download {...download} />}
        />
      </Modal>
    </div>
  );
}

function Download({ filename, print }: PreviewDownload) {
  const download = useMutation({
    mutationFn: async () => saveFile(await print(), { filename, type: PDF_TYPE }),
    onError: (error) => notifications.show({ color: 'danger', message: toErrorMessage(error) }),
  });
  return (
    <Tooltip label="Download">
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label="Download"
        loading={download.isPending}
        onClick={() => download.mutate()}
      >
        <IconDownload size={16} aria-hidden />
      </ActionIcon>
    </Tooltip>
  );
}

function Progress({ preview }: Pick<PreviewActionsProps, 'preview'>) {
  if (preview.error !== null) return null;
  return (
    <Text size="xs" c="dimmed" className={classes.progress} component="div">
      {preview.printing && <Loader size={12} aria-hidden />}
      {preview.outdated ? 'Out of date' : `Printed in ${formatDuration(preview.elapsedMs)}`}
    </Text>
  );
}
