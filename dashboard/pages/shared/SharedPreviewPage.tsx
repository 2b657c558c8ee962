import { Button, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams, useSearch } from '@tanstack/react-router';
import { useEffect } from 'react';
import { PDF_TYPE } from '../../../schema/media-types.ts';
import { DateTime } from '../../components/DateTime.tsx';
import { EmptyState } from '../../components/EmptyState.tsx';
import { PageSkeleton } from '../../layout/PageSkeleton.tsx';
import { IconDownload, IconFileOff } from '../../icons/tabler.generated.ts';
import { PdfView } from '../../pdf/PdfView.tsx';
import { saveFile } from '../../save-file.ts';
import { type SignedLink, toSignedPath } from './shared-link.ts';
import classes from './SharedPreviewPage.module.css';

/** Shows a PDF by its signed address. Anyone who has the link sees the PDF, but nothing else of the workspace. */
export function SharedPreviewPage() {
  const { fileId } = useParams({ from: '/shared/$fileId' });
  const { expires, signature } = useSearch({ from: '/shared/$fileId' });
  const query = useQuery({
    queryKey: ['shared', fileId, expires, signature],
    queryFn: ({ signal }) => download({ fileId, expires, signature }, signal),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  });
  useEffect(() => {
    document.title = 'Shared preview · Platen';
  }, []);
  return (
    <main className={classes.page}>
      <header className={classes.header}>
        <h1 className={classes.title}>{query.data?.filename.replace(/\.pdf$/, '') ?? 'Shared preview'}</h1>
        {query.data && (
          <Text size="sm" c="dimmed" component="div">
            This link works until <DateTime value={new Date(expires * 1_000).toISOString()} />.
          </Text>
        )}
        {query.data && <Download {...query.data} />}
      </header>
      {query.isPending && <PageSkeleton />}
      {query.isError && (
        <EmptyState icon={IconFileOff} title="This preview is not available">
          The PDF was deleted, or the link is older than a day. Ask the person who sent it for a new one.
        </EmptyState>
      )}
      {query.data && (
        <div className={classes.pdf}>
          <PdfView bytes={query.data.bytes} label="Shared preview" />
        </div>
      )}
    </main>
  );
}

interface SharedPdf {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly filename: string;
}

const Download = ({ bytes, filename }: SharedPdf) => (
  <Button
    variant="default"
    size="xs"
    leftSection={<IconDownload size={16} aria-hidden />}
    onClick={() => saveFile(bytes, { filename, type: PDF_TYPE })}
  >
    Download
  </Button>
);

async function download(link: SignedLink, signal: AbortSignal): Promise<SharedPdf> {
  const response = await fetch(toSignedPath(link), { signal, credentials: 'omit' });
  if (!response.ok) throw new Error(`The PDF could not be loaded (status ${response.status}).`);
  const disposition = response.headers.get('Content-Disposition') ?? '';
  return { bytes: new Uint8Array(await response.arrayBuffer()), filename: readFilename(disposition) };
}

/** Returns the name in RFC 8187 form, which the service always sends. */
function readFilename(disposition: string): string {
  const [, encoded] = /filename\*=UTF-8''([^;]+)/i.exec(disposition) ?? [];
  return encoded === undefined ? 'preview.pdf' : decodeURIComponent(encoded);
}
