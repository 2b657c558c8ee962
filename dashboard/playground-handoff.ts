import type { RequestDraft } from './pages/playground/request-draft.ts';

/** Another page passes this to the playground. */
export interface Handoff {
  readonly key?: string;
  /** A request that is filled in. */
  readonly draft?: RequestDraft;
}

/** A handoff can be taken once. It stays in memory, because a key must not be stored. */
let pending: (Handoff & { readonly workspaceId: string }) | null = null;

export function passToPlayground(workspaceId: string, handoff: Handoff): void {
  pending = { workspaceId, ...handoff };
}

export function takeForPlayground(workspaceId: string): Handoff {
  const handoff = pending?.workspaceId === workspaceId ? pending : {};
  pending = null;
  return handoff;
}
