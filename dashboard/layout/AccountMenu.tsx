import { Avatar, Menu, Text, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { consoleApi } from '../api/console-client.ts';
import { toErrorMessage } from '../api/error-message.ts';
import { IconLogout, IconUser } from '../icons/tabler.generated.ts';
import { queryClient } from '../query-client.ts';
import { clearSession, usePerson } from '../session.ts';
import classes from './AppLayout.module.css';

export function AccountMenu() {
  const { name, email } = usePerson();
  const navigate = useNavigate();

  const signOut = useMutation({
    mutationFn: () => consoleApi.POST('/console/auth/sign-out'),
    onSuccess: async () => {
      clearSession(queryClient);
      await navigate({ to: '/sign-in' });
    },
    onError: (error) =>
      notifications.show({
        color: 'danger',
        title: 'You could not sign out',
        message: toErrorMessage(error),
        autoClose: false,
      }),
  });

  return (
    <Menu position="bottom-end" width={230}>
      <Menu.Target>
        <UnstyledButton className={classes.account}>
          <Avatar name={name} color="cyan" variant="filled" size={32} alt="" aria-hidden />
          <VisuallyHidden>Account: {name}</VisuallyHidden>
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <div className={classes.identity}>
          <Text size="sm" fw={600} truncate>
            {name}
          </Text>
          <Text size="xs" c="dimmed" truncate>
            {email}
          </Text>
        </div>
        <Menu.Divider />
        <Menu.Item
          leftSection={<IconUser size={16} stroke={1.6} aria-hidden />}
          onClick={() => void navigate({ to: '/account' })}
        >
          Account
        </Menu.Item>
        <Menu.Item
          leftSection={<IconLogout size={16} stroke={1.6} aria-hidden />}
          onClick={() => signOut.mutate()}
        >
          Sign out
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
