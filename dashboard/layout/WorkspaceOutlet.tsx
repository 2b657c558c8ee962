import { Outlet, useParams } from '@tanstack/react-router';

/** The pages of one workspace. Another one starts from nothing: no open dialog, no typed word crosses over. */
export function WorkspaceOutlet() {
  const { workspaceId } = useParams({ strict: false });
  return <Outlet key={workspaceId} />;
}
