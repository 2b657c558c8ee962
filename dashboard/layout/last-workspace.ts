import type { Membership } from '../../schema/console/session.ts';

const STORAGE_KEY = 'platen.workspace';

export function rememberWorkspace(workspaceId: string): void {
  try {
    localStorage.setItem(STORAGE_KEY, workspaceId);
  } catch {
    // Storage may be blocked. The feature is optional.
  }
}

/** The last opened workspace, or the first one if the user has left it. */
export function findLastWorkspace(workspaces: readonly Membership[]): Membership | undefined {
  let remembered: string | null = null;
  try {
    remembered = localStorage.getItem(STORAGE_KEY);
  } catch {}
  return workspaces.find(({ id }) => id === remembered) ?? workspaces[0];
}
