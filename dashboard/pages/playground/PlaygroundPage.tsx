import { Stack } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { Page } from '../../components/Page.tsx';
import { takeForPlayground } from '../../playground-handoff.ts';
import { rememberSentDraft } from '../../sent-drafts.ts';
import { useWorkspace } from '../../session.ts';
import { ResponsePanel } from './ResponsePanel.tsx';
import type { ApiCall } from './api-call.ts';
import { CodeSamples } from './CodeSamples.tsx';
import { DEFAULT_DRAFT } from './default-draft.ts';
import { readKeyEnvironment } from './key-environment.ts';
import classes from './PlaygroundPage.module.css';
import { readDraft, type RequestDraft } from './request-draft.ts';
import { RequestForm } from './RequestForm.tsx';
import { type Reply, sendCall } from './send-call.ts';

export function PlaygroundPage() {
  const { id } = useWorkspace();
  const [handoff] = useState(() => takeForPlayground(id));
  const [apiKey, setApiKey] = useState(handoff.key ?? '');
  const [draft, setDraft] = useState<RequestDraft>(handoff.draft ?? DEFAULT_DRAFT);
  const { call, problems } = readDraft(draft, window.location.origin);
  const sending = useSend();
  const responseRef = useScrollToResponse(sending.submittedAt, sending.data);

  function send() {
    if (call === null) return;
    sending.mutate({ call, apiKey, draft });
  }

  return (
    <Page
      title="Playground"
      description="Send requests to the API with your key. The PDFs are stored in your workspace."
      width="wide"
    >
      <div className={classes.columns}>
        <RequestForm
          draft={draft}
          onChange={(change) => setDraft((old) => ({ ...old, ...change }))}
          problems={problems ?? {}}
          apiKey={apiKey}
          onKeyChange={setApiKey}
          sending={sending.isPending}
          disabledReason={findDisabledReason(apiKey, call)}
          onSend={send}
        />
        <Stack gap="md" className={classes.answers} ref={responseRef}>
          <ResponsePanel reply={sending.data ?? null} sending={sending.isPending} error={sending.error} />
          <CodeSamples call={call} />
        </Stack>
      </div>
    </Page>
  );
}

function useScrollToResponse(
  submittedAt: number,
  reply: Reply | undefined,
): RefObject<HTMLDivElement | null> {
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (submittedAt === 0) return;
    const { top = 0 } = element.current?.getBoundingClientRect() ?? {};
    if (top < 0 || top > window.innerHeight) element.current?.scrollIntoView({ block: 'start' });
  }, [submittedAt, reply]);
  return element;
}

function findDisabledReason(apiKey: string, call: ApiCall | null): string | null {
  if (apiKey === '') return 'Enter an API key';
  if (readKeyEnvironment(apiKey) === null) return 'Enter a valid API key';
  return call === null ? 'Fix the errors first' : null;
}

/** Sends requests. Leaving the page cancels the request. */
function useSend() {
  const { id } = useWorkspace();
  const client = useQueryClient();
  const leaving = useRef(new AbortController());
  useEffect(() => {
    // Created here because effects run twice in development.
    const controller = new AbortController();
    leaving.current = controller;
    return () => controller.abort();
  }, []);
  return useMutation({
    mutationFn: async ({ call, apiKey, draft }: { call: ApiCall; apiKey: string; draft: RequestDraft }) => {
      const reply = await sendCall(call, apiKey, leaving.current.signal);
      if (reply.requestId !== null) rememberSentDraft(reply.requestId, draft);
      return reply;
    },
    // The request changes the files, the credits and the last use of the key.
    onSettled: () => client.invalidateQueries({ queryKey: ['workspace', id] }),
  });
}
