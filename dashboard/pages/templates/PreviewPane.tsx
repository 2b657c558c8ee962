import { Button, Loader, Skeleton, Text } from '@mantine/core';
import { hasErrorCode, RequestError } from '../../api/request-error.ts';
import { Warnings, type WarningLinks } from '../../components/Warnings.tsx';
import { formatDuration } from '../../format-duration.ts';
import { IconAlertTriangle } from '../../icons/tabler.generated.ts';
import { PdfView } from '../../pdf/PdfView.tsx';
import classes from './PreviewPane.module.css';
import type { Preview } from './use-preview.ts';

interface PreviewPaneProps {
  readonly preview: Preview;
  readonly name: string;
  readonly isDataValid: boolean;
  readonly fields: WarningLinks;
}

/** The PDF of the draft. If it cannot be printed, the last preview that worked stays. */
export function PreviewPane({ preview, name, isDataValid, fields }: PreviewPaneProps) {
  const { bytes } = preview;
  return (
    <div className={classes.pane} data-preview={toPreviewState(preview)}>
      <Warnings warnings={preview.warnings} fields={fields} />
      <Notice preview={preview} isDataValid={isDataValid} />
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

function toPreviewState({ error, outdated }: Preview): 'failed' | 'outdated' | 'current' {
  if (error !== null) return 'failed';
  return outdated ? 'outdated' : 'current';
}

function Progress({ preview }: { readonly preview: Preview }) {
  if (preview.error !== null) return null;
  return (
    <Text size="xs" c="dimmed" className={classes.progress} component="div">
      {preview.printing && <Loader size={12} aria-hidden />}
      {preview.outdated ? 'Out of date' : `Printed in ${formatDuration(preview.elapsedMs)}`}
    </Text>
  );
}

function Notice({ preview, isDataValid }: Omit<PreviewPaneProps, 'name' | 'fields'>) {
  const { error, bytes } = preview;
  const message = isDataValid ? toMessage(error) : 'The sample data is not valid JSON.';
  return (
    <div role="status">
      {message !== null && (
        <div className={classes.notice}>
          <IconAlertTriangle size={18} aria-hidden className={classes.sign} />
          <div>
            <Text size="sm">{message}</Text>
            <Details error={error} />
            {bytes !== null && (
              <Text size="xs" c="dimmed">
                Showing the last preview that worked.
              </Text>
            )}
          </div>
          {isRetryable(error) && (
            <Button size="compact-xs" variant="default" onClick={preview.refresh}>
              Try again
            </Button>
          )}
        </div>
      )}
    </div>
  );
}

function toMessage(error: unknown): string | null {
  if (error === null) return null;
  if (hasErrorCode(error, 'VALIDATION_ERROR')) return 'Some settings or data are not valid.';
  if (error instanceof RequestError) return error.message;
  return 'The preview could not be printed.';
}

/** Errors in the template or its data, which stay until the user changes it. */
const LASTING = [
  'TEMPLATE_COMPILATION_ERROR',
  'VALIDATION_ERROR',
  'PLACEHOLDERS_UNKNOWN',
  'SCRIPTS_FAILED',
  'GLYPHS_MISSING',
  'CONTENT_CUT',
] as const;

const isRetryable = (error: unknown): boolean =>
  error !== null && !LASTING.some((code) => hasErrorCode(error, code));

/** Not for template errors: the editor shows them at their position. */
function Details({ error }: { readonly error: unknown }) {
  if (!(error instanceof RequestError) || error.code === 'TEMPLATE_COMPILATION_ERROR') return null;
  return (
    <>
      {error.details.map((detail) => (
        <Text key={detail} size="xs">
          {detail}
        </Text>
      ))}
      {isRetryable(error) && error.requestId && (
        <Text size="xs" c="dimmed">
          Request <code>{error.requestId}</code>
        </Text>
      )}
    </>
  );
}
