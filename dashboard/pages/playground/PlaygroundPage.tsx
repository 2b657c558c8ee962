import { Stack } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { Page } from '../../components/Page.tsx';
import { takePlaygroundKey } from '../../playground-key.ts';
import { useWorkspace } from '../../session.ts';
import { ResponsePanel } from './ResponsePanel.tsx';
import type { ApiCall } from './api-call.ts';
import { CodeSamples } from './CodeSamples.tsx';
import { DEFAULT_DRAFT } from './default-draft.ts';
import { keyKind } from './key-kind.ts';
import classes from './PlaygroundPage.module.css';
import { readDraft, type RequestDraft } from './request-draft.ts';
import { RequestForm } from './RequestForm.tsx';
import { type Reply, sendCall } from './send-call.ts';

/** Compose a request, send it to the real API, see all of the answer, take it home as code. */
export function PlaygroundPage() {
  const { id } = useWorkspace();
  const [apiKey, setApiKey] = useState(() => takePlaygroundKey(id) ?? '');
  const [draft, setDraft] = useState<RequestDraft>(DEFAULT_DRAFT);
  const { call, problems } = readDraft(draft, window.location.origin);
  const sending = useSend();
  const answers = useInSight(sending.submittedAt, sending.data);

  function send() {
    if (call === null) return;
    sending.mutate({ call, apiKey });
  }

  return (
    <Page
      title="Playground"
      description="Requests from here are real ones: they go to the API with your key, and what they make is kept."
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
          refusal={refusalOf(apiKey, call)}
          onSend={send}
        />
        <Stack gap="md" className={classes.answers} ref={answers}>
          <ResponsePanel reply={sending.data ?? null} sending={sending.isPending} error={sending.error} />
          <CodeSamples call={call} />
        </Stack>
      </div>
    </Page>
  );
}

/**
 * Brings the answer to where it is seen, when the request is sent and when the reply has made it longer: it may
 * be below the form, on a narrow screen, or above the end of a long one.
 */
function useInSight(submittedAt: number, reply: Reply | undefined): RefObject<HTMLDivElement | null> {
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (submittedAt === 0) return;
    const { top = 0 } = element.current?.getBoundingClientRect() ?? {};
    if (top < 0 || top > window.innerHeight) element.current?.scrollIntoView({ block: 'start' });
  }, [submittedAt, reply]);
  return element;
}

/** Why the request cannot be sent yet; null where it can. */
function refusalOf(apiKey: string, call: ApiCall | null): string | null {
  if (apiKey === '') return 'Paste a key first';
  if (keyKind(apiKey) === null) return 'That is not a key';
  return call === null ? 'Mend what is marked first' : null;
}

/** Sends calls; one that is still on its way when the page is left is cancelled. */
function useSend() {
  const { id } = useWorkspace();
  const client = useQueryClient();
  const leaving = useRef(new AbortController());
  useEffect(() => {
    // Made here, because in development the effect of one page runs twice.
    const controller = new AbortController();
    leaving.current = controller;
    return () => controller.abort();
  }, []);
  return useMutation({
    mutationFn: ({ call, apiKey }: { call: ApiCall; apiKey: string }) =>
      sendCall(call, apiKey, leaving.current.signal),
    // Files, credits and the last use of the key have changed.
    onSettled: () => client.invalidateQueries({ queryKey: ['workspace', id] }),
  });
}
