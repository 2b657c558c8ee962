import { Button, Skeleton, Text } from '@mantine/core';
import { IconEye } from '../../../icons/tabler.generated.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Card } from '../../../components/Card.tsx';
import { ErrorAlert } from '../../../components/ErrorAlert.tsx';
import { PdfView } from '../../../pdf/PdfView.tsx';
import { useWorkspace } from '../../../session.ts';
import { fetchPreview, type LoadedTemplate } from '../../templates/templates-api.ts';
import classes from '../Batches.module.css';
import type { BatchRowRequest } from './build-rows.ts';

const PREVIEWED = 3;

interface PreviewStepProps {
  readonly template: LoadedTemplate;
  readonly rows: readonly BatchRowRequest[];
}

export function PreviewStep({ template, rows }: PreviewStepProps) {
  // Other rows have no previews until somebody asks for them.
  const [shownFor, setShownFor] = useState<readonly BatchRowRequest[] | null>(null);
  const first = rows.slice(0, PREVIEWED);
  return (
    <Card title="4. Preview" description="The first three rows, with a watermark. Previews cost no credits.">
      {shownFor === rows ? (
        <div className={classes.previews}>
          {first.map((row) => (
            <RowPreview key={row.externalId} template={template} row={row} />
          ))}
        </div>
      ) : (
        <Button
          variant="default"
          leftSection={<IconEye size={16} aria-hidden />}
          disabled={first.length === 0}
          onClick={() => setShownFor(rows)}
        >
          Show previews
        </Button>
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
            <PdfView bytes={query.data.bytes} label={`Preview of ${externalId}`} />
          )}
        </div>
      )}
    </section>
  );
}
