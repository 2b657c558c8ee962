import { ActionIcon, Drawer } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQueryClient } from '@tanstack/react-query';
import { Link, Outlet, useParams, useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { IconMenu2 } from '../icons/tabler.generated.ts';
import { SearchButton } from '../search/SearchButton.tsx';
import { clearSession, useSession } from '../session.ts';
import { AccountMenu } from './AccountMenu.tsx';
import { ColorSchemeMenu } from './ColorSchemeMenu.tsx';
import classes from './AppLayout.module.css';
import { findLastWorkspace } from './last-workspace.ts';
import { Logo } from './Logo.tsx';
import { Navigation } from './Navigation.tsx';
import { WorkspaceSwitcher } from './WorkspaceSwitcher.tsx';

/** If the session ended elsewhere, the route guards redirect to the sign-in page. */
function useSignedOutRedirect(signedOut: boolean): void {
  const queryClient = useQueryClient();
  const router = useRouter();
  useEffect(() => {
    if (!signedOut) return;
    clearSession(queryClient);
    void router.invalidate();
  }, [signedOut, queryClient, router]);
}

export function AppLayout() {
  const { person, workspaces } = useSession();
  const params = useParams({ strict: false });
  const current = workspaces.find(({ id }) => id === params.workspaceId) ?? findLastWorkspace(workspaces);
  const workspaceId = current?.id;
  const [drawerOpened, drawer] = useDisclosure(false);
  useSignedOutRedirect(person === null);
  if (person === null) return null;

  return (
    <div className={classes.frame}>
      <a href="#content" className={classes.skip}>
        Skip to content
      </a>
      <header className={classes.header}>
        <ActionIcon
          className={classes.burger}
          variant="subtle"
          color="gray"
          size="lg"
          aria-label="Open the navigation"
          onClick={drawer.open}
        >
          <IconMenu2 size={20} stroke={1.6} aria-hidden />
        </ActionIcon>
        <Link to="/" className={classes.brand} aria-label="Platen, home">
          <Logo />
          <span className={classes.wordmark}>Platen</span>
        </Link>
        <WorkspaceSwitcher workspaceId={workspaceId} />
        <div className={classes.tools}>
          {workspaceId !== undefined && <SearchButton workspaceId={workspaceId} />}
          <ColorSchemeMenu />
          <AccountMenu />
        </div>
      </header>
      <aside className={classes.aside}>
        <Navigation workspaceId={workspaceId} />
      </aside>
      <Drawer opened={drawerOpened} onClose={drawer.close} size={280} title="Navigation" hiddenFrom="sm">
        <Navigation workspaceId={workspaceId} onNavigate={drawer.close} />
      </Drawer>
      <main id="content" tabIndex={-1} className={classes.main}>
        <Outlet />
      </main>
    </div>
  );
}
