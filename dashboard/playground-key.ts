/**
 * Hands a key that was just made to the playground. In memory only: it is gone with the page, and taking
 * it forgets it.
 */
let remembered: { readonly workspaceId: string; readonly key: string } | null = null;

export function rememberKey(workspaceId: string, key: string): void {
  remembered = { workspaceId, key };
}

/** The key that was handed over for this workspace, once. */
export function takeKey(workspaceId: string): string | null {
  const key = remembered?.workspaceId === workspaceId ? remembered.key : null;
  remembered = null;
  return key;
}
