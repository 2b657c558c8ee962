import { ActionIcon, Button, Group, Text, Title } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { TargetBody } from '../../../schema/api/targets.ts';
import type { ExternalProvider } from '../../../schema/providers.ts';
import { Facts } from '../../components/Facts.tsx';
import { ConfirmDialog } from '../../components/ConfirmDialog.tsx';
import { DateTime } from '../../components/DateTime.tsx';
import { ErrorAlert } from '../../components/ErrorAlert.tsx';
import { StatusBadge } from '../../components/StatusBadge.tsx';
import { IconArrowDown, IconArrowUp, IconPlugConnected, IconTrash } from '../../icons/tabler.generated.ts';
import { keyExample } from './key-example.ts';
import classes from './StoragePage.module.css';
import { useTargetChanges } from './use-targets.ts';

const PROVIDER_LABELS: Readonly<Record<ExternalProvider, string>> = { s3: 'S3', supabase: 'Supabase' };

interface TargetCardProps {
  readonly target: TargetBody;
  readonly place: number;
  readonly count: number;
  readonly canChange: boolean;
  readonly onMove: (step: -1 | 1) => void;
}

export function TargetCard({ target, place, count, canChange, onMove }: TargetCardProps) {
  const { remove } = useTargetChanges();
  const [removing, { open, close }] = useDisclosure(false);
  return (
    <article className={classes.target} aria-label={target.name}>
      <span className={classes.place} aria-hidden>
        {place}
      </span>
      <div className={classes.body}>
        <Group gap="sm" align="baseline">
          <Title order={2} size="h4">
            {target.name}
          </Title>
          <Text size="sm" c="dimmed">
            {PROVIDER_LABELS[target.provider]} · added <DateTime value={target.createdAt} show="ago" />
          </Text>
        </Group>
        <div className={classes.facts}>
          <TargetFacts target={target} />
        </div>
        {canChange && <ConnectionTest targetId={target.id} />}
      </div>
      {canChange && (
        <Group gap={4} wrap="nowrap" className={classes.actions}>
          <Move to="up" target={target} disabled={place === 1} onClick={() => onMove(-1)} />
          <Move to="down" target={target} disabled={place === count} onClick={() => onMove(1)} />
          <ActionIcon
            variant="subtle"
            color="danger"
            size="lg"
            aria-label={`Remove ${target.name}`}
            onClick={open}
          >
            <IconTrash size={18} aria-hidden />
          </ActionIcon>
        </Group>
      )}
      <ConfirmDialog
        opened={removing}
        onClose={close}
        title="Remove storage"
        confirmLabel="Remove storage"
        onConfirm={() => remove(target.id)}
      >
        New files are no longer copied to “{target.name}”, and Platen deletes its credentials. Files that were
        already copied stay in your storage.
      </ConfirmDialog>
    </article>
  );
}

function TargetFacts({ target }: { readonly target: TargetBody }) {
  const [now] = useState(Date.now);
  const { key } = keyExample(target.keyPrefix, target.keyPattern, now);
  return (
    <Facts>
      <dt>Bucket</dt>
      <dd>{target.bucket}</dd>
      <dt>Endpoint</dt>
      <dd>
        {target.endpoint}
        {target.region !== null && ` (${target.region})`}
      </dd>
      <dt>Example key</dt>
      <dd>
        <code>{key ?? target.keyPrefix + target.keyPattern}</code>
      </dd>
    </Facts>
  );
}

interface MoveProps {
  readonly to: 'up' | 'down';
  readonly target: TargetBody;
  readonly disabled: boolean;
  readonly onClick: () => void;
}

/** Not `disabled` at the ends of the list: keyboard users would lose the focus. */
function Move({ to, target, disabled, onClick }: MoveProps) {
  const Symbol = to === 'up' ? IconArrowUp : IconArrowDown;
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size="lg"
      aria-label={`Move ${target.name} ${to}`}
      aria-disabled={disabled}
      data-disabled={disabled || undefined}
      onClick={() => {
        if (!disabled) onClick();
      }}
    >
      <Symbol size={18} aria-hidden />
    </ActionIcon>
  );
}

function ConnectionTest({ targetId }: { readonly targetId: string }) {
  const { test } = useTargetChanges();
  const { data: result, error, isPending, mutate } = useMutation({ mutationFn: () => test(targetId) });

  return (
    <>
      <Group gap="md" mt="sm">
        <Button
          size="xs"
          variant="default"
          leftSection={<IconPlugConnected size={16} aria-hidden />}
          loading={isPending}
          onClick={() => mutate()}
        >
          Test connection
        </Button>
        <div role="status" className={classes.trial}>
          {result?.works === true && (
            <StatusBadge tone="good">Works: a test object was written, read and deleted</StatusBadge>
          )}
          {result?.works === false && (
            <>
              <StatusBadge tone="bad">Does not work</StatusBadge>
              <Text size="sm" mt={2}>
                {result.problem}
              </Text>
            </>
          )}
        </div>
      </Group>
      {error !== null && <ErrorAlert error={error} title="The connection could not be tested" />}
    </>
  );
}
