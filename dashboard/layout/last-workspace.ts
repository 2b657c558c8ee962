import type { Membership } from '../../schema/console/session.ts';

const STORED_AS = 'platen.workspace';

/** Where the reader was last, so that the next visit starts there. Storage may be forbidden; then it does not. */
export function rememberWorkspace(workspaceId: string): void {
  try {
    localStorage.setItem(STORED_AS, workspaceId);
  } catch {
    // A private window: nothing depends on it.
  }
}

/** The workspace that was open last, if the reader still belongs to it, or else their first one. */
export function lastWorkspace(workspaces: readonly Membership[]): Membership | undefined {
  let remembered: string | null = null;
  try {
    remembered = localStorage.getItem(STORED_AS);
  } catch {
    // As above.
  }
  return workspaces.find(({ id }) => id === remembered) ?? workspaces[0];
}
