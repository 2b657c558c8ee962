import { Button, Loader, Skeleton, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { hasErrorCode, RequestError } from '../../api/request-error.ts';
import { PdfView } from '../../pdf/PdfView.tsx';
import classes from './PreviewPane.module.css';
import type { Preview } from './use-preview.ts';

interface PreviewPaneProps {
  readonly preview: Preview;
  readonly name: string;
  readonly dataIsJson: boolean;
}

/** The PDF of what is in the editor; while that cannot be printed, the last one that could. */
export function PreviewPane({ preview, name, dataIsJson }: PreviewPaneProps) {
  const { bytes } = preview;
  return (
    <div className={classes.pane} data-preview={stateOf(preview)}>
      <Notice preview={preview} dataIsJson={dataIsJson} />
      {bytes === null ? (
        preview.error === null && <Skeleton className={classes.waiting} radius={0} />
      ) : (
        <div className={classes.pdf}>
          <PdfView bytes={bytes} label={`Preview of ${name}`} actions={<Progress preview={preview} />} />
        </div>
      )}
    </div>
  );
}

function stateOf({ error, outdated }: Preview): 'failed' | 'outdated' | 'current' {
  if (error !== null) return 'failed';
  return outdated ? 'outdated' : 'current';
}

const MS_IN_S = 1_000;

const formatDuration = (ms: number): string =>
  ms < MS_IN_S
    ? `${Math.round(ms).toLocaleString()} ms`
    : `${(ms / MS_IN_S).toLocaleString(undefined, { maximumFractionDigits: 1 })} s`;

function Progress({ preview }: { readonly preview: Preview }) {
  if (preview.error !== null) return null;
  return (
    <Text size="xs" c="dimmed" className={classes.progress} component="div">
      {preview.printing && <Loader size={12} aria-hidden />}
      {preview.outdated ? 'Out of date' : `Printed in ${formatDuration(preview.elapsedMs)}`}
    </Text>
  );
}

function Notice({ preview, dataIsJson }: Omit<PreviewPaneProps, 'name'>) {
  const { error, bytes } = preview;
  const words = dataIsJson ? wordsOf(error) : 'The sample data is not JSON yet.';
  return (
    <div role="status">
      {words !== null && (
        <div className={classes.notice}>
          <IconAlertTriangle size={18} aria-hidden className={classes.sign} />
          <div>
            <Text size="sm">{words}</Text>
            <Details error={error} />
            {bytes !== null && (
              <Text size="xs" c="dimmed">
                What you see is the last preview that worked.
              </Text>
            )}
          </div>
          {mayWork(error) && (
            <Button size="compact-xs" variant="default" onClick={preview.refresh}>
              Try again
            </Button>
          )}
        </div>
      )}
    </div>
  );
}

function wordsOf(error: unknown): string | null {
  if (error === null) return null;
  // The details say which setting it is.
  if (hasErrorCode(error, 'VALIDATION_ERROR')) return 'This cannot be printed as it is.';
  if (error instanceof RequestError) return error.message;
  return 'The preview could not be printed.';
}

/** What is wrong with the template or its data stays wrong until somebody changes it. */
const mayWork = (error: unknown): boolean =>
  error !== null && !hasErrorCode(error, 'TEMPLATE_COMPILATION_ERROR') && !hasErrorCode(error, 'VALIDATION_ERROR');

/** Of a mistake in a template the editor shows more than an excerpt could. */
function Details({ error }: { readonly error: unknown }) {
  if (!(error instanceof RequestError) || error.code === 'TEMPLATE_COMPILATION_ERROR') return null;
  return (
    <>
      {error.details.map((detail) => (
        <Text key={detail} size="xs">
          {detail}
        </Text>
      ))}
      {mayWork(error) && error.requestId && (
        <Text size="xs" c="dimmed">
          Request <code>{error.requestId}</code>
        </Text>
      )}
    </>
  );
}
