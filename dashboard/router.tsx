import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
} from '@tanstack/react-router';
import type { QueryClient } from '@tanstack/react-query';
import { hasErrorCode } from './api/request-error.ts';
import { isPathAt } from './api/same-origin-path.ts';
import { ErrorPage } from './layout/ErrorPage.tsx';
import { findLastWorkspace, rememberWorkspace } from './layout/last-workspace.ts';
import { NotFoundPage } from './layout/NotFoundPage.tsx';
import { NoWorkspacePage } from './layout/NoWorkspacePage.tsx';
import { AppLayout } from './layout/AppLayout.tsx';
import { WorkspaceOutlet } from './layout/WorkspaceOutlet.tsx';
import { PageSkeleton } from './layout/PageSkeleton.tsx';
import { queryClient } from './query-client.ts';
import { sessionQuery, workspaceQuery } from './session.ts';

/** The routes of the dashboard. Each page is a separate script, loaded on demand. */

const root = createRootRouteWithContext<{ queryClient: QueryClient }>()({
  beforeLoad: async ({ context }) => ({ session: await context.queryClient.ensureQueryData(sessionQuery) }),
  component: Outlet,
});

const setup = createRoute({
  getParentRoute: () => root,
  path: 'setup',
  beforeLoad: ({ context }) => {
    if (context.session.setup === 'done') throw redirect({ to: '/' });
  },
  component: lazyRouteComponent(() => import('./pages/setup/SetupPage.tsx'), 'SetupPage'),
});

/** Only a path on this site: a link must not redirect to another site. */
const safePath = (value: unknown): string | undefined =>
  typeof value === 'string' && isPathAt(window.location.origin, value) ? value : undefined;

const signIn = createRoute({
  getParentRoute: () => root,
  path: 'sign-in',
  // Always set `next`: the router keeps parameters that are missing here.
  validateSearch: (search: Record<string, unknown>): { next?: string | undefined } => ({
    next: safePath(search.next),
  }),
  beforeLoad: ({ context, search }) => {
    if (context.session.setup !== 'done') throw redirect({ to: '/setup' });
    if (context.session.person !== null) throw redirect({ to: search.next ?? '/' });
  },
  component: lazyRouteComponent(() => import('./pages/sign-in/SignInPage.tsx'), 'SignInPage'),
});

const invitation = createRoute({
  getParentRoute: () => root,
  path: 'invitations/$token',
  component: lazyRouteComponent(() => import('./pages/invitation/InvitationPage.tsx'), 'InvitationPage'),
});

const recovery = createRoute({
  getParentRoute: () => root,
  path: 'recovery/$token',
  component: lazyRouteComponent(() => import('./pages/recovery/RecoveryPage.tsx'), 'RecoveryPage'),
});

const shared = createRoute({
  getParentRoute: () => root,
  path: 'shared/$fileId',
  validateSearch: (search: Record<string, unknown>) => ({
    // The router reads digits as a number. It would write a text of digits in quotation marks.
    expires: Number(search.expires),
    signature: String(search.signature),
  }),
  component: lazyRouteComponent(() => import('./pages/shared/SharedPreviewPage.tsx'), 'SharedPreviewPage'),
});

const signedIn = createRoute({
  getParentRoute: () => root,
  id: 'signed-in',
  beforeLoad: ({ context, location }) => {
    if (context.session.setup !== 'done') throw redirect({ to: '/setup' });
    if (context.session.person === null) {
      const next = location.pathname === '/' ? {} : { next: location.href };
      throw redirect({ to: '/sign-in', search: next });
    }
  },
  component: AppLayout,
});

const home = createRoute({
  getParentRoute: () => signedIn,
  path: '/',
  beforeLoad: ({ context }) => {
    const workspace = findLastWorkspace(context.session.workspaces);
    if (workspace) throw redirect({ to: '/w/$workspaceId/usage', params: { workspaceId: workspace.id } });
  },
  component: NoWorkspacePage,
});

const account = createRoute({
  getParentRoute: () => signedIn,
  path: 'account',
  component: lazyRouteComponent(() => import('./pages/account/AccountPage.tsx'), 'AccountPage'),
});

const operator = createRoute({
  getParentRoute: () => signedIn,
  path: 'operator',
  component: lazyRouteComponent(() => import('./pages/operator/OperatorPage.tsx'), 'OperatorPage'),
});

const workspace = createRoute({
  getParentRoute: () => signedIn,
  path: 'w/$workspaceId',
  loader: async ({ context, params }) => {
    try {
      await context.queryClient.ensureQueryData(workspaceQuery(params.workspaceId));
      rememberWorkspace(params.workspaceId);
    } catch (error) {
      // The workspace was deleted or the user was removed from it: reload the list of workspaces.
      if (hasErrorCode(error, 'WORKSPACE_NOT_FOUND')) await context.queryClient.refetchQueries(sessionQuery);
      throw error;
    }
  },
  component: WorkspaceOutlet,
});

const workspaceHome = createRoute({
  getParentRoute: () => workspace,
  path: '/',
  beforeLoad: ({ params }) => {
    throw redirect({ to: '/w/$workspaceId/usage', params });
  },
});

const inWorkspace = <const Path extends string>(
  path: Path,
  component: Parameters<typeof createRoute>[0]['component'],
) => createRoute({ getParentRoute: () => workspace, path, component });

const keys = inWorkspace(
  'keys',
  lazyRouteComponent(() => import('./pages/keys/KeysPage.tsx'), 'KeysPage'),
);
const templates = inWorkspace(
  'templates',
  lazyRouteComponent(() => import('./pages/templates/TemplatesPage.tsx'), 'TemplatesPage'),
);
const newTemplate = inWorkspace(
  'templates/new',
  lazyRouteComponent(() => import('./pages/templates/NewTemplatePage.tsx'), 'NewTemplatePage'),
);
const template = inWorkspace(
  'templates/$templateId',
  lazyRouteComponent(() => import('./pages/templates/TemplatePage.tsx'), 'TemplatePage'),
);
const partials = inWorkspace(
  'partials',
  lazyRouteComponent(() => import('./pages/partials/PartialsPage.tsx'), 'PartialsPage'),
);
const partial = inWorkspace(
  'partials/$name',
  lazyRouteComponent(() => import('./pages/partials/PartialPage.tsx'), 'PartialPage'),
);
const assets = inWorkspace(
  'assets',
  lazyRouteComponent(() => import('./pages/assets/AssetsPage.tsx'), 'AssetsPage'),
);
const playground = inWorkspace(
  'playground',
  lazyRouteComponent(() => import('./pages/playground/PlaygroundPage.tsx'), 'PlaygroundPage'),
);
/** An id in the address opens the thing in its list. */
const readId = (id: unknown): string | undefined => (typeof id === 'string' ? id : undefined);

const files = createRoute({
  getParentRoute: () => workspace,
  path: 'files',
  validateSearch: (search: Record<string, unknown>): { file?: string | undefined } => ({
    file: readId(search.file),
  }),
  component: lazyRouteComponent(() => import('./pages/files/FilesPage.tsx'), 'FilesPage'),
});
const jobs = createRoute({
  getParentRoute: () => workspace,
  path: 'jobs',
  validateSearch: (search: Record<string, unknown>): { job?: string | undefined } => ({
    job: readId(search.job),
  }),
  component: lazyRouteComponent(() => import('./pages/jobs/JobsPage.tsx'), 'JobsPage'),
});
const requests = createRoute({
  getParentRoute: () => workspace,
  path: 'requests',
  validateSearch: (search: Record<string, unknown>): { request?: string | undefined } => ({
    request: readId(search.request),
  }),
  component: lazyRouteComponent(() => import('./pages/requests/RequestsPage.tsx'), 'RequestsPage'),
});
const batches = inWorkspace(
  'batches',
  lazyRouteComponent(() => import('./pages/batches/BatchesPage.tsx'), 'BatchesPage'),
);
const newBatch = inWorkspace(
  'batches/new',
  lazyRouteComponent(() => import('./pages/batches/new/NewBatchPage.tsx'), 'NewBatchPage'),
);
const batch = inWorkspace(
  'batches/$batchId',
  lazyRouteComponent(() => import('./pages/batches/BatchPage.tsx'), 'BatchPage'),
);
const webhooks = inWorkspace(
  'webhooks',
  lazyRouteComponent(() => import('./pages/webhooks/WebhooksPage.tsx'), 'WebhooksPage'),
);
const webhook = inWorkspace(
  'webhooks/$webhookId',
  lazyRouteComponent(() => import('./pages/webhooks/WebhookPage.tsx'), 'WebhookPage'),
);
const storage = inWorkspace(
  'storage',
  lazyRouteComponent(() => import('./pages/storage/StoragePage.tsx'), 'StoragePage'),
);
const usage = inWorkspace(
  'usage',
  lazyRouteComponent(() => import('./pages/usage/UsagePage.tsx'), 'UsagePage'),
);
const audit = inWorkspace(
  'audit',
  lazyRouteComponent(() => import('./pages/audit/AuditPage.tsx'), 'AuditPage'),
);
const people = inWorkspace(
  'people',
  lazyRouteComponent(() => import('./pages/people/PeoplePage.tsx'), 'PeoplePage'),
);
const settings = inWorkspace(
  'settings',
  lazyRouteComponent(() => import('./pages/settings/SettingsPage.tsx'), 'SettingsPage'),
);

const workspacePages = [
  workspaceHome,
  keys,
  templates,
  newTemplate,
  template,
  assets,
  partials,
  partial,
  playground,
  files,
  jobs,
  requests,
  batches,
  newBatch,
  batch,
  webhooks,
  webhook,
  storage,
  usage,
  audit,
  people,
  settings,
] as const;

export const router = createRouter({
  routeTree: root.addChildren([
    setup,
    signIn,
    invitation,
    recovery,
    shared,
    signedIn.addChildren([home, account, operator, workspace.addChildren(workspacePages)]),
  ]),
  basepath: '/dashboard',
  context: { queryClient },
  defaultErrorComponent: ErrorPage,
  defaultOnCatch: () => {},
  defaultNotFoundComponent: NotFoundPage,
  defaultPendingComponent: PageSkeleton,
  defaultPreload: 'intent',
  scrollRestoration: true,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
