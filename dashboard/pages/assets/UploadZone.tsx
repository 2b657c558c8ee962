import { Button, FileButton, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { type DragEvent, useRef, useState } from 'react';
import { ErrorAlert } from '../../components/ErrorAlert.tsx';
import { IconCloudUp } from '../../icons/tabler.generated.ts';
import { toAssetName } from './asset-names.ts';
import classes from './Assets.module.css';
import { useAssetChanges } from './use-assets.ts';

const ACCEPTED = '.woff2,.ttf,.otf,.png,.jpg,.jpeg,.webp,.svg,.icc,.icm,.pdf';

interface Failure {
  readonly filename: string;
  readonly error: unknown;
}

/** Uploads the files that the user drops or selects. A file with the name of an asset becomes its next version. */
export function UploadZone() {
  const { upload } = useAssetChanges();
  const [isOver, setIsOver] = useState(false);
  const [isBusy, setIsBusy] = useState(false);
  const [failures, setFailures] = useState<readonly Failure[]>([]);
  const reset = useRef<() => void>(null);

  async function uploadAll(files: readonly File[]) {
    setIsBusy(true);
    setFailures([]);
    const failed: Failure[] = [];
    // Upload one file after the other, because each takes memory of the service.
    for (const file of files) {
      try {
        const { name, version } = await upload.mutateAsync({ file, name: toAssetName(file.name) });
        notifications.show({ message: `${name} has version ${version}.` });
      } catch (error) {
        failed.push({ filename: file.name, error });
      }
    }
    setFailures(failed);
    setIsBusy(false);
    reset.current?.();
  }

  function drop(event: DragEvent) {
    event.preventDefault();
    setIsOver(false);
    if (!isBusy) void uploadAll([...event.dataTransfer.files]);
  }

  return (
    <>
      <div
        className={classes.zone}
        data-over={isOver}
        onDragOver={(event) => {
          event.preventDefault();
          setIsOver(true);
        }}
        onDragLeave={() => setIsOver(false)}
        onDrop={drop}
      >
        <FileButton resetRef={reset} multiple accept={ACCEPTED} onChange={(files) => void uploadAll(files)}>
          {(props) => (
            <Button {...props} loading={isBusy} leftSection={<IconCloudUp size={16} aria-hidden />}>
              Upload files
            </Button>
          )}
        </FileButton>
        <Text size="sm" c="dimmed">
          Or drop them here: WOFF2, TTF, OTF, PNG, JPEG, WebP, SVG and ICC, up to 10 MB each. A file with the
          name of an asset becomes its next version.
        </Text>
      </div>
      {failures.map(({ filename, error }) => (
        <ErrorAlert key={filename} error={error} title={`${filename} was not uploaded`} />
      ))}
    </>
  );
}
