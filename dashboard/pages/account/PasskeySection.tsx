import { Button, Menu, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ListedPasskey } from '../../../schema/console/auth.ts';
import { consoleApi } from '../../api/console-client.ts';
import { ActionMenu } from '../../components/ActionMenu.tsx';
import { ConfirmDialog } from '../../components/ConfirmDialog.tsx';
import { DateTime } from '../../components/DateTime.tsx';
import { QueryView } from '../../components/QueryView.tsx';
import { Card } from '../../components/Card.tsx';
import { IconFingerprint, IconPencil, IconPlus, IconTrash } from '../../icons/tabler.generated.ts';
import { DANGER_TEXT_COLOR } from '../../theme.ts';
import classes from './List.module.css';
import { PasskeyNameDialog } from './PasskeyNameDialog.tsx';
import { passkeysQuery } from './passkeys-query.ts';

/** The open dialog and its passkey. Null is a new passkey. */
type Task =
  | { readonly do: 'name'; readonly to: ListedPasskey | null }
  | { readonly do: 'remove'; readonly to: ListedPasskey };

const labelPasskey = ({ name }: ListedPasskey): string => name ?? 'Passkey';

export function PasskeySection() {
  const query = useQuery(passkeysQuery);
  const [task, setTask] = useState<Task | null>(null);

  return (
    <Card
      title="Passkeys"
      description="Sign in with your fingerprint, your face or a security key instead of your password."
    >
      <QueryView query={query} label="your passkeys">
        {({ passkeys }) => (
          <>
            {passkeys.length > 0 && (
              <ul className={classes.list}>
                {passkeys.map((passkey) => (
                  <PasskeyItem key={passkey.id} passkey={passkey} onTask={setTask} />
                ))}
              </ul>
            )}
            <Button
              variant="default"
              mt={passkeys.length > 0 ? 'md' : 0}
              leftSection={<IconPlus size={16} aria-hidden />}
              onClick={() => setTask({ do: 'name', to: null })}
            >
              Add a passkey
            </Button>
          </>
        )}
      </QueryView>
      <PasskeyDialogs task={task} onClose={() => setTask(null)} />
    </Card>
  );
}

interface PasskeyDialogsProps {
  readonly task: Task | null;
  readonly onClose: () => void;
}

function PasskeyDialogs({ task, onClose }: PasskeyDialogsProps) {
  const queryClient = useQueryClient();
  const removing = task?.do === 'remove' ? task.to : null;

  async function remove({ id }: ListedPasskey) {
    await consoleApi.POST('/console/auth/passkey/delete-passkey', { body: { id } });
    await queryClient.invalidateQueries(passkeysQuery);
  }

  return (
    <>
      <PasskeyNameDialog
        opened={task?.do === 'name'}
        renames={task?.do === 'name' ? task.to : null}
        onClose={onClose}
      />
      <ConfirmDialog
        opened={removing !== null}
        onClose={onClose}
        title="Remove passkey"
        confirmLabel="Remove passkey"
        onConfirm={async () => removing && remove(removing)}
      >
        You can no longer sign in with “{removing && labelPasskey(removing)}”. Your device may still list it.
        Remove it there too.
      </ConfirmDialog>
    </>
  );
}

interface PasskeyItemProps {
  readonly passkey: ListedPasskey;
  readonly onTask: (task: Task) => void;
}

function PasskeyItem({ passkey, onTask }: PasskeyItemProps) {
  return (
    <li className={classes.item}>
      <IconFingerprint size={22} stroke={1.5} aria-hidden />
      <div className={classes.words}>
        <Text size="sm" fw={600}>
          {labelPasskey(passkey)}
        </Text>
        <Text size="xs" c="dimmed">
          {passkey.createdAt && (
            <>
              Added <DateTime value={passkey.createdAt} show="day" /> ·{' '}
            </>
          )}
          {passkey.deviceType === 'multiDevice' ? 'Synced between your devices' : 'On one device'}
        </Text>
      </div>
      <ActionMenu label={`Actions for ${labelPasskey(passkey)}`}>
        <Menu.Item
          leftSection={<IconPencil size={16} aria-hidden />}
          onClick={() => onTask({ do: 'name', to: passkey })}
        >
          Rename
        </Menu.Item>
        <Menu.Item
          color={DANGER_TEXT_COLOR}
          leftSection={<IconTrash size={16} aria-hidden />}
          onClick={() => onTask({ do: 'remove', to: passkey })}
        >
          Remove
        </Menu.Item>
      </ActionMenu>
    </li>
  );
}
