/** Passes a new key to the playground. The key stays in memory only, and can be taken once. */
let pending: { readonly workspaceId: string; readonly key: string } | null = null;

export function passKeyToPlayground(workspaceId: string, key: string): void {
  pending = { workspaceId, key };
}

export function takePlaygroundKey(workspaceId: string): string | null {
  const key = pending?.workspaceId === workspaceId ? pending.key : null;
  pending = null;
  return key;
}
