/** A number that spreads workspaces evenly over renderers: FNV-1a, 32 bits. */
export function hashWorkspace(workspaceId: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < workspaceId.length; index += 1) {
    hash = Math.imul(hash ^ workspaceId.charCodeAt(index), 0x01000193);
  }
  return hash >>> 0;
}
