import { Button, Text, Tooltip } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { KeysOverview } from '../../../schema/console/keys.ts';
import { EmptyState } from '../../components/EmptyState.tsx';
import { QueryView } from '../../components/QueryView.tsx';
import { Page } from '../../components/Page.tsx';
import { Card } from '../../components/Card.tsx';
import { IconKey, IconPlus } from '../../icons/tabler.generated.ts';
import { PLAN_LABELS } from '../../plan-labels.ts';
import { useHasRole, useWorkspace } from '../../session.ts';
import { CreateKeyDialog } from './CreateKeyDialog.tsx';
import { keysQuery } from './keys-query.ts';
import { KeyTable } from './KeyTable.tsx';

/** Source: contract 5.6. */
export function KeysPage() {
  const { id: workspaceId } = useWorkspace();
  const query = useQuery(keysQuery(workspaceId));
  const [creating, setCreating] = useState(false);
  const disabledReason = useDisabledReason(query.data);
  const canCreate = useHasRole('admin');

  return (
    <Page
      title="API Keys"
      description="Your server uses an API key to call the API for this workspace. Anyone who has the key can use it, so keep it secret."
      // Shown for an empty list too: the focus returns here when the dialog closes.
      actions={<CreateButton disabledReason={disabledReason} onClick={() => setCreating(true)} />}
    >
      <QueryView query={query} label="the keys">
        {(overview) => (
          <>
            {overview.keys.length === 0 ? (
              <EmptyState icon={IconKey} title="No API key yet">
                {canCreate
                  ? 'Create a key to call the API. Start with a test key: it uses no credits and adds a watermark.'
                  : 'Ask an admin or owner of this workspace to create a key.'}
              </EmptyState>
            ) : (
              <Card padding="flush">
                <KeyTable keys={overview.keys} />
              </Card>
            )}
            <Allowance overview={overview} />
          </>
        )}
      </QueryView>
      <CreateKeyDialog opened={creating} onClose={() => setCreating(false)} />
    </Page>
  );
}

function useDisabledReason(overview: KeysOverview | undefined): string | null {
  const { plan } = useWorkspace();
  const canCreate = useHasRole('admin');
  if (!canCreate) return 'Only admins and owners can create keys.';
  if (overview && overview.limit !== null && overview.active >= overview.limit) {
    const keys = overview.limit === 1 ? '1 active key' : `${overview.limit} active keys`;
    return `The ${PLAN_LABELS[plan]} plan allows ${keys}. Revoke a key or change the plan.`;
  }
  return null;
}

interface CreateButtonProps {
  readonly disabledReason: string | null;
  readonly onClick: () => void;
}

/** Not `disabled`: the tooltip with the reason must stay reachable by keyboard. */
function CreateButton({ disabledReason, onClick }: CreateButtonProps) {
  return (
    <Tooltip
      label={disabledReason}
      disabled={disabledReason === null}
      multiline
      w={260}
      events={{ hover: true, focus: true, touch: true }}
    >
      <Button
        leftSection={<IconPlus size={16} aria-hidden />}
        onClick={disabledReason === null ? onClick : undefined}
        data-disabled={disabledReason !== null || undefined}
        aria-disabled={disabledReason !== null}
        aria-description={disabledReason ?? undefined}
      >
        Create key
      </Button>
    </Tooltip>
  );
}

function Allowance({ overview: { active, limit } }: { readonly overview: KeysOverview }) {
  const { plan } = useWorkspace();
  return (
    <Text size="sm" c="dimmed" mt="sm">
      {limit === null
        ? `${active} active. The ${PLAN_LABELS[plan]} plan has no limit.`
        : `${active} of ${limit} active keys on the ${PLAN_LABELS[plan]} plan.`}
    </Text>
  );
}
