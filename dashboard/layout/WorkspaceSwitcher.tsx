import { Menu, Text, UnstyledButton } from '@mantine/core';
import { useLocation, useNavigate } from '@tanstack/react-router';
import { IconSelector } from '../icons/tabler.generated.ts';
import { ROLE_LABELS } from '../role-labels.ts';
import { useSession } from '../session.ts';
import classes from './AppLayout.module.css';
import { PAGES } from './pages.tsx';

export function WorkspaceSwitcher({ workspaceId }: { readonly workspaceId: string | undefined }) {
  const { workspaces } = useSession();
  const navigate = useNavigate();
  const section = useLocation({ select: ({ pathname }) => /\/w\/[^/]+\/([^/]+)/.exec(pathname)?.[1] });
  const current = workspaces.find(({ id }) => id === workspaceId);
  if (workspaces.length === 0) return null;

  function open(id: string) {
    // The page stays open when the user switches to another workspace.
    const page = PAGES.find(({ path }) => path === section)?.path ?? 'usage';
    void navigate({ to: `/w/$workspaceId/${page}`, params: { workspaceId: id } });
  }

  return (
    <Menu position="bottom-start" width={260}>
      <Menu.Target>
        <UnstyledButton
          className={classes.switcher}
          aria-label={`Workspace: ${current?.name ?? 'choose one'}`}
        >
          <Text size="sm" fw={600} truncate>
            {current?.name ?? 'Choose a workspace'}
          </Text>
          <IconSelector size={16} stroke={1.6} aria-hidden />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown mah={360} className={classes.workspaces}>
        <Menu.Label>Your workspaces</Menu.Label>
        <Menu.RadioGroup value={workspaceId ?? null} onChange={open}>
          {workspaces.map(({ id, name, role }) => (
            <Menu.RadioItem key={id} value={id} closeMenuOnClick>
              <Text size="sm" truncate>
                {name}
              </Text>
              <Text size="xs" c="dimmed">
                {ROLE_LABELS[role]}
              </Text>
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
      </Menu.Dropdown>
    </Menu>
  );
}
