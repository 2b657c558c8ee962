import { Button, FileButton } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import type { KeptFile } from '../../../schema/api/files.ts';
import { PDF_TYPE } from '../../../schema/media-types.ts';
import { consoleApi, readData } from '../../api/console-client.ts';
import { IconCloudUp } from '../../icons/tabler.generated.ts';
import { useWorkspace } from '../../session.ts';

interface UploadButtonProps {
  readonly onUploaded: (file: KeptFile) => void;
  readonly onFailed: (error: Error | null) => void;
}

/** Chooses a PDF of the person's own, and stores it. */
export function UploadButton({ onUploaded, onFailed }: UploadButtonProps) {
  const { id: ws } = useWorkspace();
  const client = useQueryClient();
  const reset = useRef<() => void>(null);
  const upload = useMutation({
    mutationFn: (file: File) =>
      readData(
        consoleApi.POST('/console/workspaces/{ws}/files', {
          params: { path: { ws }, query: { filename: file.name } },
          headers: { 'Content-Type': PDF_TYPE },
          // The description of the route has no body, because the route reads it piece by piece.
          fetch: (request) => fetch(new Request(request, { method: 'POST', body: file })),
        }),
      ),
    onMutate: () => onFailed(null),
    onSuccess: async (file) => {
      onUploaded(file);
      notifications.show({ message: `${file.filename} was uploaded.` });
      await client.invalidateQueries({ queryKey: ['workspace', ws, 'files'] });
    },
    onError: onFailed,
    // The same file can be chosen again.
    onSettled: () => reset.current?.(),
  });
  return (
    <FileButton resetRef={reset} accept={PDF_TYPE} onChange={(file) => file && upload.mutate(file)}>
      {(props) => (
        <Button
          {...props}
          variant="default"
          loading={upload.isPending}
          leftSection={<IconCloudUp size={16} aria-hidden />}
        >
          Upload a PDF
        </Button>
      )}
    </FileButton>
  );
}
