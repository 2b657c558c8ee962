import { Button, Loader } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { DocumentEditor, useSideBySide } from '../../document-editor/DocumentEditor.tsx';
import { useEditorPlace } from '../../document-editor/use-editor-place.ts';
import { useShortcut } from '../../document-editor/use-shortcut.ts';
import { IconSend } from '../../icons/tabler.generated.ts';
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
import { listTabs, type RequestTab } from './request-tabs.tsx';
import { FORM_ID, RequestForm } from './RequestForm.tsx';
import { sendCall } from './send-call.ts';

export function PlaygroundPage() {
  const { id } = useWorkspace();
  const [handoff] = useState(() => takeForPlayground(id));
  const [apiKey, setApiKey] = useState(handoff.key ?? '');
  const [draft, setDraft] = useState<RequestDraft>(handoff.draft ?? DEFAULT_DRAFT);
  const { call, problems } = readDraft(draft, window.location.origin);
  const place = useEditorPlace<RequestTab>('request');
  const isBeside = useSideBySide();
  const sending = useSend();
  const disabledReason = findDisabledReason(apiKey, call);

  function send() {
    if (call === null || disabledReason !== null || sending.isPending) return;
    if (!isBeside) place.goTo({ tab: 'preview' });
    sending.mutate({ call, apiKey, draft });
  }
  useShortcut('enter', send);

  const fields = {
    draft,
    onChange: (change: Partial<RequestDraft>) => setDraft((old) => ({ ...old, ...change })),
    problems: problems ?? {},
  };
  return (
    <DocumentEditor
      title="Playground"
      description="Send requests to the API with your key. The PDFs are stored in your workspace."
      actions={<SendButton sending={sending.isPending} disabledReason={disabledReason} onSend={send} />}
      label="Parts of the request"
      tabs={listTabs({
        ...fields,
        place,
        form: <RequestForm {...fields} apiKey={apiKey} onKeyChange={setApiKey} />,
      })}
      tab={place.tab}
      onTab={(tab) => place.goTo({ tab })}
      previewLabel="Response"
      preview={
        <div className={classes.answers}>
          <ResponsePanel reply={sending.data ?? null} sending={sending.isPending} error={sending.error} />
          <CodeSamples call={call} />
        </div>
      }
    />
  );
}

interface SendButtonProps {
  readonly sending: boolean;
  /** The reason why the request cannot be sent, or null. */
  readonly disabledReason: string | null;
  readonly onSend: () => void;
}

const SendButton = ({ sending, disabledReason, onSend }: SendButtonProps) => (
  <>
    <span id="why-not-sent" className={classes.reason}>
      {disabledReason ?? 'Ctrl + Enter'}
    </span>
    <Button
      type="submit"
      form={FORM_ID}
      // Not `onSubmit`: React renders a hidden tab late, so its form can have the handler of an older draft.
      onClick={(event) => {
        event.preventDefault();
        onSend();
      }}
      // Mantine's `loading` disables the button, which would lose the focus.
      leftSection={sending ? <Loader size={16} color="white" /> : <IconSend size={16} aria-hidden />}
      data-disabled={disabledReason !== null || undefined}
      aria-disabled={disabledReason !== null}
      aria-describedby="why-not-sent"
    >
      Send request
    </Button>
  </>
);

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
