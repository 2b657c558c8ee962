import { Skeleton, Text } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Card } from '../../../components/Card.tsx';
import { ErrorAlert } from '../../../components/ErrorAlert.tsx';
import { PdfView } from '../../../pdf/PdfView.tsx';
import { useWorkspace } from '../../../session.ts';
import { fetchPreview, type LoadedTemplate } from '../../templates/templates-api.ts';
import classes from '../Batches.module.css';
import type { BatchRowRequest } from './build-rows.ts';

interface PreviewStepProps {
  readonly template: LoadedTemplate;
  readonly rows: readonly BatchRowRequest[];
}

/** The first rows, beside the choice of their columns. */
export function PreviewStep({ template, rows }: PreviewStepProps) {
  return (
    <Card title="Preview" description="The first three PDFs, with a watermark. Previews cost no credits.">
      {rows.length === 0 ? (
        <Text size="sm">There is no row that can be printed yet.</Text>
      ) : (
        <div className={classes.previews}>
          {rows.map((row, place) => (
            // oxlint-disable-next-line react/no-array-index-key -- the place stays while its row changes
            <RowPreview key={place} template={template} row={row} />
          ))}
        </div>
      )}
    </Card>
  );
}

interface RowPreviewProps {
  readonly template: LoadedTemplate;
  readonly row: BatchRowRequest;
}

function RowPreview({ template, row }: RowPreviewProps) {
  const { id: workspaceId } = useWorkspace();
  const { id, version, content, settings } = template;
  const { templateData = {}, externalId } = row;
  const query = useQuery({
    queryKey: ['workspace', workspaceId, 'batch-preview', id, version, templateData],
    queryFn: ({ signal }) => fetchPreview(workspaceId, { content, settings, templateData }, signal),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
    placeholderData: keepPreviousData,
    retry: false,
  });
  return (
    <section aria-label={`Preview of ${externalId}`}>
      <Text size="sm" fw={600} mb={6}>
        {externalId}
      </Text>
      {query.error ? (
        <ErrorAlert
          error={query.error}
          title="This row cannot be printed"
          onRetry={() => void query.refetch()}
        />
      ) : (
        <div className={classes.preview}>
          {query.data === undefined ? (
            <Skeleton height="100%" />
          ) : (
            <PdfView bytes={query.data.bytes} label={`PDF of ${externalId}`} />
          )}
        </div>
      )}
    </section>
  );
}
