import { ActionIcon, Loader, Modal, Text, Tooltip } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { formatDuration } from '../format-duration.ts';
import { IconDownload, IconMaximize } from '../icons/tabler.generated.ts';
import { PdfView } from '../pdf/PdfView.tsx';
import { useObjectUrl } from '../pdf/use-object-url.ts';
import classes from './PreviewPane.module.css';
import type { Preview } from './use-prints.ts';

interface PreviewActionsProps {
  readonly preview: Preview;
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly name: string;
  /** The name of the download. */
  readonly filename: string;
  /** The fields that choose the sample data and the locale, if there are several. */
  readonly choices: ReactNode;
}

export function PreviewActions({ preview, bytes, name, filename, choices }: PreviewActionsProps) {
  const [isLarge, large] = useDisclosure(false);
  return (
    <div className={classes.actions}>
      {choices}
      <Progress preview={preview} />
      <Download bytes={bytes} filename={filename} />
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
          actions={<Download bytes={bytes} filename={filename} />}
        />
      </Modal>
    </div>
  );
}

/** The file has the mark that the preview leaves out (decision 76). */
function Download({ bytes, filename }: Pick<PreviewActionsProps, 'bytes' | 'filename'>) {
  const url = useObjectUrl(bytes, 'application/pdf');
  const label = 'Download with the mark PREVIEW';
  return (
    url !== null && (
      <Tooltip label={label}>
        <ActionIcon
          component="a"
          variant="subtle"
          color="gray"
          href={url}
          download={filename}
          aria-label={label}
        >
          <IconDownload size={16} aria-hidden />
        </ActionIcon>
      </Tooltip>
    )
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
