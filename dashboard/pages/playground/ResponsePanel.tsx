import { Button, Group, Loader, Tabs, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { listProblems } from '../../../schema/list-problems.ts';
import { FILE_TYPES, type MediaType } from '../../../schema/media-types.ts';
import { toSameOriginPath } from '../../api/same-origin-path.ts';
import { EmptyState } from '../../components/EmptyState.tsx';
import { ErrorAlert } from '../../components/ErrorAlert.tsx';
import { Card } from '../../components/Card.tsx';
import { Warnings } from '../../components/Warnings.tsx';
import { IconDownload, IconPrinter } from '../../icons/tabler.generated.ts';
import { FileView } from '../../pdf/FileView.tsx';
import { useObjectUrl } from '../../pdf/use-object-url.ts';
import { HeadersView } from './HeadersView.tsx';
import { JsonView } from './JsonView.tsx';
import classes from './PlaygroundPage.module.css';
import type { Outcome, Reply } from './send-call.ts';
import { TimingView } from './TimingView.tsx';

interface ResponsePanelProps {
  readonly reply: Reply | null;
  readonly sending: boolean;
  readonly error: Error | null;
}

export function ResponsePanel({ reply, sending, error }: ResponsePanelProps) {
  return (
    <Card title="Response">
      <div aria-live="polite" aria-busy={sending}>
        {sending && (
          <Group gap="sm" className={classes.waiting}>
            <Loader size="sm" aria-hidden />
            <Text size="sm">Printing…</Text>
          </Group>
        )}
        {!sending && error !== null && <ErrorAlert error={error} title="No response" />}
        {!sending && error === null && reply !== null && <StatusLine reply={reply} />}
      </div>
      {!sending && error === null && reply !== null && <ReplyView reply={reply} />}
      {!sending && error === null && reply === null && (
        <EmptyState icon={IconPrinter} title="No request sent yet">
          The file, the JSON, the headers and the timing of the response appear here.
        </EmptyState>
      )}
    </Card>
  );
}

function StatusLine({ reply: { status, durationMs, remaining, outcome } }: { readonly reply: Reply }) {
  const failed = outcome.kind === 'failed';
  return (
    <Group gap="sm" mb="md" className={classes.statusLine}>
      <strong className={classes.status} data-failed={failed || undefined}>
        {status} {failed ? outcome.error.code : 'OK'}
      </strong>
      <Text size="sm" c="dimmed">
        {Math.round(durationMs).toLocaleString()} ms
      </Text>
      {remaining !== null && (
        <Text size="sm" c="dimmed">
          {remaining.toLocaleString()} {remaining === 1 ? 'credit' : 'credits'} left
        </Text>
      )}
    </Group>
  );
}

interface ResponseTab {
  readonly id: string;
  readonly label: string;
  readonly content: ReactNode;
}

function ReplyView({ reply }: { readonly reply: Reply }) {
  const tabs = listTabs(reply);
  return (
    // A new kind of response opens its first tab.
    <Tabs key={reply.outcome.kind} defaultValue={tabs[0]?.id} keepMounted={false}>
      <Tabs.List mb="md" aria-label="Parts of the response">
        {tabs.map(({ id, label }) => (
          <Tabs.Tab key={id} value={id}>
            {label}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {tabs.map(({ id, content }) => (
        <Tabs.Panel key={id} value={id}>
          {content}
        </Tabs.Panel>
      ))}
    </Tabs>
  );
}

function listTabs({ outcome, headers, phases, durationMs }: Reply): ResponseTab[] {
  const json = outcome.kind === 'bytes' ? null : outcome.body;
  return [
    {
      id: 'outcome',
      label: toLabel(outcome),
      content: <OutcomeView outcome={outcome} />,
    },
    ...(json === null
      ? []
      : [{ id: 'json', label: 'JSON', content: <JsonView value={json} label="Response body" /> }]),
    { id: 'headers', label: 'Headers', content: <HeadersView headers={headers} /> },
    ...(phases.length === 0
      ? []
      : [{ id: 'timing', label: 'Timing', content: <TimingView phases={phases} durationMs={durationMs} /> }]),
  ];
}

function OutcomeView({ outcome }: { readonly outcome: Outcome }) {
  if (outcome.kind === 'failed') return <ErrorAlert error={outcome.error} title={outcome.error.code} />;
  if (outcome.kind === 'bytes')
    return (
      <>
        <Warnings warnings={outcome.warnings} />
        <InlineFile {...outcome} />
      </>
    );
  const { data, report } = outcome.body;
  return (
    <>
      <Warnings warnings={report ? listProblems(report) : (outcome.body.warnings ?? [])} />
      <StoredFile
        address={toSameOriginPath(data.signedUrl)}
        filename={data.filename}
        mediaType={data.mediaType}
      />
    </>
  );
}

const toLabel = (outcome: Outcome): string => {
  if (outcome.kind === 'failed') return 'Error';
  return FILE_TYPES[outcome.kind === 'bytes' ? outcome.mediaType : outcome.body.data.mediaType].noun;
};

interface StoredFileProps {
  readonly address: string;
  readonly filename: string;
  readonly mediaType: MediaType;
}

function StoredFile({ address, filename, mediaType }: StoredFileProps) {
  return (
    <div className={classes.pdf}>
      <FileView
        url={address}
        mediaType={mediaType}
        label={filename}
        actions={<Download href={address} filename={filename} />}
      />
    </div>
  );
}

type InlineFileProps = Omit<Extract<Outcome, { kind: 'bytes' }>, 'kind' | 'warnings'>;

/** A file in the response body. */
function InlineFile({ bytes, filename, mediaType }: InlineFileProps) {
  const address = useObjectUrl(bytes, mediaType);
  return (
    <div className={classes.pdf}>
      <FileView
        bytes={bytes}
        mediaType={mediaType}
        label={filename}
        actions={address !== null && <Download href={address} filename={filename} />}
      />
    </div>
  );
}

const Download = ({ href, filename }: { readonly href: string; readonly filename: string }) => (
  <Button
    component="a"
    href={href}
    download={filename}
    size="xs"
    variant="default"
    leftSection={<IconDownload size={16} aria-hidden />}
  >
    Download
  </Button>
);
