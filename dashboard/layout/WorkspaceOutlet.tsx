import { Outlet, useParams } from '@tanstack/react-router';

/** The pages of a workspace. The key resets all state, such as open dialogs, when the workspace changes. */
export function WorkspaceOutlet() {
  const { workspaceId } = useParams({ strict: false });
  return <Outlet key={workspaceId} />;
}
