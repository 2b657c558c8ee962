import { Group } from '@mantine/core';
import type { ReactNode } from 'react';
import type { MediaType } from '../../schema/media-types.ts';
import classes from './FileView.module.css';
import { PdfView } from './PdfView.tsx';
import { useObjectUrl } from './use-object-url.ts';

/** Bytes, or a URL on this origin. */
type Source = { readonly bytes: Uint8Array<ArrayBuffer> } | { readonly url: string };

interface FileViewProps {
  readonly mediaType: MediaType;
  readonly label: string;
  readonly actions?: ReactNode;
}

/** Shows a PDF or a picture. */
export function FileView({ mediaType, ...view }: Source & FileViewProps) {
  if (mediaType === 'application/pdf') return <PdfView {...view} />;
  if ('url' in view) return <Picture {...view} />;
  return <PictureOfBytes {...view} mediaType={mediaType} />;
}

function Picture({ url, label, actions }: Omit<FileViewProps, 'mediaType'> & { readonly url: string }) {
  return (
    <div className={classes.view}>
      {actions && (
        <Group className={classes.toolbar} justify="end">
          {actions}
        </Group>
      )}
      <div className={classes.paper}>
        <img className={classes.picture} src={url} alt={label} />
      </div>
    </div>
  );
}

type BytesProps = FileViewProps & { readonly bytes: Uint8Array<ArrayBuffer> };

function PictureOfBytes({ bytes, mediaType, ...view }: BytesProps) {
  const url = useObjectUrl(bytes, mediaType);
  return url === null ? null : <Picture url={url} {...view} />;
}
