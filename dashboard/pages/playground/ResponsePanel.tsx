import { Button, Group, Loader, Tabs, Text } from '@mantine/core';
import { IconDownload, IconPrinter } from '@tabler/icons-react';
import { type ReactNode, useEffect, useState } from 'react';
import { toSameOriginPath } from '../../api/same-origin-path.ts';
import { EmptyState } from '../../components/EmptyState.tsx';
import { ErrorAlert } from '../../components/ErrorAlert.tsx';
import { Card } from '../../components/Card.tsx';
import { PdfView } from '../../pdf/PdfView.tsx';
import { HeadersView } from './HeadersView.tsx';
import { JsonView } from './JsonView.tsx';
import classes from './PlaygroundPage.module.css';
import type { Outcome, Reply } from './send-call.ts';
import { TimingView } from './TimingView.tsx';

interface ResponsePanelProps {
  readonly reply: Reply | null;
  readonly sending: boolean;
  /** No answer came. */
  readonly error: Error | null;
}

export function ResponsePanel({ reply, sending, error }: ResponsePanelProps) {
  return (
    <Card title="Answer">
      <div aria-live="polite" aria-busy={sending}>
        {sending && (
          <Group gap="sm" className={classes.waiting}>
            <Loader size="sm" aria-hidden />
            <Text size="sm">Printing…</Text>
          </Group>
        )}
        {!sending && error !== null && <ErrorAlert error={error} title="No answer" />}
        {!sending && error === null && reply !== null && <StatusLine reply={reply} />}
      </div>
      {!sending && error === null && reply !== null && <ReplyView reply={reply} />}
      {!sending && error === null && reply === null && (
        <EmptyState icon={IconPrinter} title="Nothing sent yet">
          The PDF, the JSON, the headers and the timings of the answer show here.
        </EmptyState>
      )}
    </Card>
  );
}

function StatusLine({ reply: { status, durationMs, remaining, outcome } }: { readonly reply: Reply }) {
  const refused = outcome.kind === 'refused';
  return (
    <Group gap="sm" mb="md" className={classes.statusLine}>
      <strong className={classes.status} data-refused={refused || undefined}>
        {status} {refused ? outcome.problem.code : 'OK'}
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

interface View {
  readonly id: string;
  readonly label: string;
  readonly content: ReactNode;
}

function ReplyView({ reply }: { readonly reply: Reply }) {
  const views = listViews(reply);
  return (
    // A new answer opens with what matters most in it.
    <Tabs key={reply.outcome.kind} defaultValue={views[0]?.id} keepMounted={false}>
      <Tabs.List mb="md" aria-label="Parts of the answer">
        {views.map(({ id, label }) => (
          <Tabs.Tab key={id} value={id}>
            {label}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {views.map(({ id, content }) => (
        <Tabs.Panel key={id} value={id}>
          {content}
        </Tabs.Panel>
      ))}
    </Tabs>
  );
}

function listViews({ outcome, headers, phases, durationMs }: Reply): View[] {
  const json = outcome.kind === 'file' ? outcome.answer : outcome.kind === 'refused' ? outcome.body : null;
  return [
    {
      id: 'outcome',
      label: outcome.kind === 'refused' ? 'Error' : 'PDF',
      content: <OutcomeView of={outcome} />,
    },
    ...(json === null
      ? []
      : [{ id: 'json', label: 'JSON', content: <JsonView value={json} label="The answer" /> }]),
    { id: 'headers', label: 'Headers', content: <HeadersView headers={headers} /> },
    ...(phases.length === 0
      ? []
      : [{ id: 'timing', label: 'Timing', content: <TimingView phases={phases} durationMs={durationMs} /> }]),
  ];
}

function OutcomeView({ of: outcome }: { readonly of: Outcome }) {
  if (outcome.kind === 'refused') return <ErrorAlert error={outcome.problem} title={outcome.problem.code} />;
  if (outcome.kind === 'pdf') return <AnsweredPdf {...outcome} />;
  const { signedUrl, filename } = outcome.answer.data;
  return <PrintedPdf address={toSameOriginPath(signedUrl)} filename={filename} />;
}

function PrintedPdf({ address, filename }: { readonly address: string; readonly filename: string }) {
  return (
    <div className={classes.pdf}>
      <PdfView url={address} label={filename} actions={<Download href={address} filename={filename} />} />
    </div>
  );
}

/** The bytes of the answer itself: their address lives as long as they are shown. */
function AnsweredPdf({
  bytes,
  filename,
}: {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly filename: string;
}) {
  const [address, setAddress] = useState<string | null>(null);
  useEffect(() => {
    const made = URL.createObjectURL(new Blob([bytes], { type: 'application/pdf' }));
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [bytes]);
  return (
    <div className={classes.pdf}>
      <PdfView
        bytes={bytes}
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
