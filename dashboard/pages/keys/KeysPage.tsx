import { Button, Text, Tooltip } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { IconKey, IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import type { KeysOverview } from '../../../schema/console/keys.ts';
import { EmptyState } from '../../components/EmptyState.tsx';
import { QueryView } from '../../components/QueryView.tsx';
import { Page } from '../../components/Page.tsx';
import { Card } from '../../components/Card.tsx';
import { PLAN_LABELS } from '../../plan-labels.ts';
import { useHasRole, useWorkspace } from '../../session.ts';
import { CreateKeyDialog } from './CreateKeyDialog.tsx';
import { keysQuery } from './keys-query.ts';
import { KeyTable } from './KeyTable.tsx';

/** Workspace Settings, API Keys. Source: specification, sections 2.1 and 3.1. */
export function KeysPage() {
  const { id: workspaceId } = useWorkspace();
  const query = useQuery(keysQuery(workspaceId));
  const [creating, setCreating] = useState(false);
  const refusal = useRefusal(query.data);
  const canCreate = useHasRole('admin');

  return (
    <Page
      title="API Keys"
      description="A key lets a server call the API for this workspace. Keep it on the server: whoever has it can use it."
      // Here also while there is no key: the focus comes back to it when the dialog closes.
      actions={<CreateButton refusal={refusal} onClick={() => setCreating(true)} />}
    >
      <QueryView query={query} label="the keys">
        {(overview) => (
          <>
            {overview.keys.length === 0 ? (
              <EmptyState icon={IconKey} title="No API key yet">
                {canCreate
                  ? 'Create a key to call the API. A test key costs no credits and prints a watermark: a good first one.'
                  : 'An admin or owner of this workspace creates the keys that servers call the API with.'}
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

/** Why no key can be created now; null where one can. */
function useRefusal(overview: KeysOverview | undefined): string | null {
  const { plan } = useWorkspace();
  const canCreate = useHasRole('admin');
  if (!canCreate) return 'Only admins and owners create keys.';
  if (overview && overview.limit !== null && overview.active >= overview.limit) {
    const keys = overview.limit === 1 ? '1 active key' : `${overview.limit} active keys`;
    return `The ${PLAN_LABELS[plan]} plan has ${keys}. Revoke one first, or change the plan.`;
  }
  return null;
}

interface CreateButtonProps {
  readonly refusal: string | null;
  readonly onClick: () => void;
}

/** Where it is off it stays reachable, so that everybody can learn why. */
function CreateButton({ refusal, onClick }: CreateButtonProps) {
  return (
    <Tooltip
      label={refusal}
      disabled={refusal === null}
      multiline
      w={260}
      events={{ hover: true, focus: true, touch: true }}
    >
      <Button
        leftSection={<IconPlus size={16} aria-hidden />}
        onClick={refusal === null ? onClick : undefined}
        data-disabled={refusal !== null || undefined}
        aria-disabled={refusal !== null}
        aria-description={refusal ?? undefined}
      >
        Create key
      </Button>
    </Tooltip>
  );
}

/** What the plan allows, before it is reached. */
function Allowance({ overview: { active, limit } }: { readonly overview: KeysOverview }) {
  const { plan } = useWorkspace();
  return (
    <Text size="sm" c="dimmed" mt="sm">
      {limit === null
        ? `${active} active. The ${PLAN_LABELS[plan]} plan sets no bound.`
        : `${active} of ${limit} active keys of the ${PLAN_LABELS[plan]} plan.`}
    </Text>
  );
}
