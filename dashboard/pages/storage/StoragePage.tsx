import { Button, Stack, Text, VisuallyHidden } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { TargetBody } from '../../../schema/api/targets.ts';
import { MAX_TARGETS } from '../../../schema/providers.ts';
import { EmptyState } from '../../components/EmptyState.tsx';
import { QueryView } from '../../components/QueryView.tsx';
import { Page } from '../../components/Page.tsx';
import { ErrorAlert } from '../../components/ErrorAlert.tsx';
import { IconCloudUp, IconPlus } from '../../icons/tabler.generated.ts';
import { useHasRole, useWorkspace } from '../../session.ts';
import { AddTargetDialog } from './AddTargetDialog.tsx';
import classes from './StoragePage.module.css';
import { TargetCard } from './TargetCard.tsx';
import { targetsQuery, useTargetChanges } from './use-targets.ts';

export function StoragePage() {
  const { id } = useWorkspace();
  const canChange = useHasRole('admin');
  const query = useQuery(targetsQuery(id));
  const [adding, { open, close }] = useDisclosure(false);
  const count = query.data?.targets.length ?? 0;
  const add = canChange && (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={open} disabled={count >= MAX_TARGETS}>
      Add storage
    </Button>
  );

  return (
    <Page
      title="Storage"
      description="Platen stores every PDF. If you add your own storage, new files are copied there too."
      // Shown for an empty list too: the focus returns here when the dialog closes.
      actions={add}
    >
      <QueryView query={query} label="the storage">
        {({ targets }) =>
          targets.length === 0 ? (
            <EmptyState icon={IconCloudUp} title="No external storage yet">
              Connect a bucket at Amazon S3, Cloudflare R2, Backblaze, MinIO or Supabase.
              {!canChange && ' Ask an admin or owner of this workspace.'}
            </EmptyState>
          ) : (
            <TargetList targets={targets} canChange={canChange} />
          )
        }
      </QueryView>
      <AddTargetDialog opened={adding} onClose={close} />
    </Page>
  );
}

interface TargetListProps {
  readonly targets: readonly TargetBody[];
  readonly canChange: boolean;
}

function TargetList({ targets, canChange }: TargetListProps) {
  const { order } = useTargetChanges();
  /** The order that is being saved. It is shown at once, with the announcement. */
  const [savedIds, setSavedIds] = useState<readonly string[] | null>(null);
  const [moved, setMoved] = useState('');
  const shown = savedIds === null ? targets : sortByIds(targets, savedIds);

  function move(from: number, to: number) {
    const target = shown[from];
    if (target === undefined || to < 0 || to >= shown.length) return;
    const ids = shown
      .map(({ id }) => id)
      .toSpliced(from, 1)
      .toSpliced(to, 0, target.id);
    setSavedIds(ids);
    setMoved(`${target.name} is now number ${to + 1} of ${shown.length}.`);
    // Only the last of several moves gets here.
    order.mutate(ids, { onSettled: () => setSavedIds(null) });
  }

  return (
    <Stack gap="md">
      <Text size="sm" c="dimmed">
        The first entry is reported as <code>storageProvider</code> of a file.
        {targets.length >= MAX_TARGETS && ` A workspace can have at most ${MAX_TARGETS}.`}
      </Text>
      {order.isError && <ErrorAlert error={order.error} title="The order could not be changed" />}
      <ol className={classes.targets}>
        {shown.map((target, index) => (
          <li key={target.id}>
            <TargetCard
              target={target}
              place={index + 1}
              count={shown.length}
              canChange={canChange}
              onMove={(step) => move(index, index + step)}
            />
          </li>
        ))}
      </ol>
      <VisuallyHidden aria-live="polite">{moved}</VisuallyHidden>
    </Stack>
  );
}

const sortByIds = (targets: readonly TargetBody[], ids: readonly string[]): TargetBody[] =>
  ids.flatMap((id) => targets.find((target) => target.id === id) ?? []);
