import { Text, VisuallyHidden } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { LinkButton } from '../../components/links.tsx';
import { Card } from '../../components/Card.tsx';
import { IconCheck } from '../../icons/tabler.generated.ts';
import { useHasRole, useWorkspace } from '../../session.ts';
import { useTemplateNames } from '../files/use-files.ts';
import { keysQuery } from '../keys/keys-query.ts';
import classes from './UsagePage.module.css';

export function GetStarted() {
  const { id } = useWorkspace();
  const canCreateKeys = useHasRole('admin');
  const keys = useQuery(keysQuery(id)).data;
  const templates = useTemplateNames().data;
  const to = { workspaceId: id };
  return (
    <Card title="Get started" description="Three steps to your first PDF.">
      <ol className={classes.steps}>
        <Step
          done={keys !== undefined && keys.active > 0}
          title="Create an API key"
          action={
            <LinkButton to="/w/$workspaceId/keys" params={to} size="xs" variant="default">
              {canCreateKeys ? 'Create a key' : 'View keys'}
            </LinkButton>
          }
        >
          {canCreateKeys
            ? 'Start with a test key: it uses no credits and adds a watermark.'
            : 'Ask an admin or owner of this workspace for a test key.'}
        </Step>
        <Step
          done={templates !== undefined && templates.data.length > 0}
          title="Create a template"
          action={
            <LinkButton to="/w/$workspaceId/templates/new" params={to} size="xs" variant="default">
              Choose a starter
            </LinkButton>
          }
        >
          Start from an invoice, a letter or a certificate, and see the PDF while you type. You can also send
          HTML without a template.
        </Step>
        <Step
          done={false}
          title="Send a request in the playground"
          action={
            <LinkButton to="/w/$workspaceId/playground" params={to} size="xs" variant="default">
              Open the playground
            </LinkButton>
          }
        >
          Send a request with your key, then copy it as code.
        </Step>
      </ol>
    </Card>
  );
}

interface StepProps {
  readonly done: boolean;
  readonly title: string;
  readonly action: ReactNode;
  readonly children: ReactNode;
}

function Step({ done, title, action, children }: StepProps) {
  return (
    <li className={classes.step} data-done={done || undefined}>
      <span className={classes.mark} aria-hidden>
        {done && <IconCheck size={16} stroke={2.5} />}
      </span>
      <div className={classes.stepWords}>
        <Text fw={600} size="sm">
          {title}
          {done && <VisuallyHidden> (done)</VisuallyHidden>}
        </Text>
        <Text size="sm" c="dimmed">
          {children}
        </Text>
      </div>
      {action}
    </li>
  );
}
