import { PasswordInput, Text } from '@mantine/core';
import { TextLink } from '../../components/links.tsx';
import { StatusBadge } from '../../components/StatusBadge.tsx';
import { useHasRole, useWorkspace } from '../../session.ts';
import { keyKind } from './key-kind.ts';

interface KeyFieldProps {
  readonly value: string;
  readonly onChange: (key: string) => void;
}

/** The key of the call. It stays in this page's memory: no storage, no address ever holds it. */
export function KeyField({ value, onChange }: KeyFieldProps) {
  return (
    <div>
      <PasswordInput
        label="API key"
        description="Stays in this page until you leave it. Nothing stores it."
        placeholder="pk_test_…"
        // A password manager would keep it, which is what this field must not do.
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

/** Members create no keys: they are told who does. */
function NoKey() {
  const { id } = useWorkspace();
  const canCreate = useHasRole('admin');
  return (
    <Text span inherit c="dimmed">
      No key at hand? Keys are shown once, when they are created:{' '}
      {canCreate ? (
        <TextLink to="/w/$workspaceId/keys" params={{ workspaceId: id }} inherit underline="always">
          create one
        </TextLink>
      ) : (
        'ask an admin or owner of this workspace for a test key'
      )}
      .
    </Text>
  );
}

function KeyMeaning({ keyText }: { readonly keyText: string }) {
  const kind = keyKind(keyText);
  if (kind === null) return <StatusBadge tone="bad">This does not look like a key</StatusBadge>;
  return kind === 'live' ? (
    <StatusBadge tone="warning">A live key: each PDF spends a credit</StatusBadge>
  ) : (
    <StatusBadge tone="good">A test key: spends nothing, prints a watermark</StatusBadge>
  );
}
