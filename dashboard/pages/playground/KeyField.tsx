import { Text } from '@mantine/core';
import { TextLink } from '../../components/links.tsx';
import { SecretField } from '../../components/PasswordField.tsx';
import { StatusBadge } from '../../components/StatusBadge.tsx';
import { useHasRole, useWorkspace } from '../../session.ts';
import { readKeyEnvironment } from './key-environment.ts';

interface KeyFieldProps {
  readonly value: string;
  readonly onChange: (key: string) => void;
}

/** The API key of the request. It is kept in memory only, never in storage or in the URL. */
export function KeyField({ value, onChange }: KeyFieldProps) {
  return (
    <div>
      <SecretField
        label="API key"
        secret="the key"
        description="Kept in this page only. It is not stored."
        placeholder="pk_test_…"
        // Password managers must not save the key.
        autoComplete="off"
        data-1p-ignore
        data-lpignore="true"
        spellCheck={false}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value.trim())}
      />
      <Text size="sm" mt={6} component="div" aria-live="polite">
        {value === '' ? <NoKey /> : <KeyMeaning keyText={value} />}
      </Text>
    </div>
  );
}

function NoKey() {
  const { id } = useWorkspace();
  const canCreate = useHasRole('admin');
  return (
    <Text span inherit c="dimmed">
      No key? A key is shown only when it is created:{' '}
      {canCreate ? (
        <TextLink to="/w/$workspaceId/keys" params={{ workspaceId: id }} inherit underline="always">
          create a key
        </TextLink>
      ) : (
        'ask an admin or owner of this workspace for a test key'
      )}
      .
    </Text>
  );
}

function KeyMeaning({ keyText }: { readonly keyText: string }) {
  const kind = readKeyEnvironment(keyText);
  if (kind === null) return <StatusBadge tone="bad">This is not a valid API key</StatusBadge>;
  return kind === 'live' ? (
    <StatusBadge tone="warning">Live key: each PDF uses one credit</StatusBadge>
  ) : (
    <StatusBadge tone="good">Test key: uses no credits, adds a watermark</StatusBadge>
  );
}
