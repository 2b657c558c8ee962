import { Anchor, Button, Skeleton, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Warning } from '../../schema/warnings-header.ts';
import { hasErrorCode, RequestError } from '../api/request-error.ts';
import { Warnings, type WarningLinks } from '../components/Warnings.tsx';
import { IconAlertTriangle } from '../icons/tabler.generated.ts';
import { PdfView } from '../pdf/PdfView.tsx';
import type { ClickedText, WantedText } from '../pdf/text-places.ts';
import { PreviewActions, type PreviewDownload } from './PreviewActions.tsx';
import classes from './PreviewPane.module.css';
import type { Preview } from './use-prints.ts';

export interface SourceLinks {
  /** A click on a text of the preview goes to its place in the source. */
  readonly onText: (clicked: ClickedText) => void;
  /** The text that the cursor of the HTML is in. */
  readonly shown: WantedText | null;
}

interface PreviewPaneProps {
  readonly preview: Preview;
  readonly name: string;
  /** Default: the preview cannot be downloaded. */
  readonly download?: PreviewDownload | null;
  readonly isDataValid: boolean;
  readonly fields?: WarningLinks;
  /** Links between the texts of the preview and the source. */
  readonly links?: SourceLinks;
  /** The fields that choose the sample data and the locale, if there are several. */
  readonly choices: ReactNode;
  /** Opens the sample data, if the template has none. */
  readonly onAddSamples?: (() => void) | null;
}

/** The PDF of the draft. If it cannot be printed, the last preview that worked stays. */
export function PreviewPane({
  preview,
  name,
  download = null,
  isDataValid,
  fields,
  links,
  choices,
  onAddSamples = null,
}: PreviewPaneProps) {
  const { bytes } = preview;
  return (
    <div className={classes.pane} data-preview={toPreviewState(preview)}>
      <PreviewWarnings warnings={preview.warnings} fields={fields} onAddSamples={onAddSamples} />
      <Notice preview={preview} isDataValid={isDataValid} />
      {bytes === null ? (
        preview.error === null && <Skeleton className={classes.waiting} radius={0} />
      ) : (
        <div className={classes.pdf}>
          <PdfView
            bytes={bytes}
            hidesMark
            {...links}
            label={`Preview of ${name}`}
            actions={
              <PreviewActions
                preview={preview}
                bytes={bytes}
                name={name}
                download={download}
                choices={choices}
              />
            }
          />
        </div>
      )}
    </div>
  );
}

interface PreviewWarningsProps extends Pick<PreviewPaneProps, 'fields'> {
  readonly warnings: readonly Warning[];
  readonly onAddSamples: (() => void) | null;
}

/** Without sample data, each name of the template causes a warning. One line replaces these warnings. */
function PreviewWarnings({ warnings, fields, onAddSamples }: PreviewWarningsProps) {
  const others = warnings.filter(({ code }) => code !== 'EMPTY_PLACEHOLDER');
  const isBare = onAddSamples !== null && others.length < warnings.length;
  return (
    <>
      {isBare && (
        <Text size="sm" className={classes.hint} role="status">
          This template has no sample data, so its values are blank.{' '}
          <Anchor component="button" size="sm" onClick={onAddSamples}>
            Add sample data
          </Anchor>
        </Text>
      )}
      <Warnings warnings={isBare ? others : warnings} fields={fields} />
    </>
  );
}

function toPreviewState({ error, outdated }: Preview): 'failed' | 'outdated' | 'current' {
  if (error !== null) return 'failed';
  return outdated ? 'outdated' : 'current';
}

function Notice({ preview, isDataValid }: Pick<PreviewPaneProps, 'preview' | 'isDataValid'>) {
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
  'TRANSLATIONS_MISSING',
  'SCRIPTS_FAILED',
  'GLYPHS_MISSING',
  'CONTENT_CUT',
  'ACCESSIBILITY_FAILED',
  'REFERENCES_UNPROVEN',
  'INVOICE_DIFFERS',
  'PDFA_IMPOSSIBLE',
  'PDFUA_IMPOSSIBLE',
  'LAYOUT_UNSTABLE',
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
