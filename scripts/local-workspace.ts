import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { PERMISSIONS } from '../schema/permissions.ts';
import { Operator } from './operator.ts';
import { inProject } from './project.ts';
import type { Service } from './service.ts';

/** A workspace to try the service with: a live key with every permission, and the template `invoice`. */
const localWorkspaceNote = z.object({ workspaceId: z.string(), key: z.string(), templateId: z.string() });

export type LocalWorkspace = z.infer<typeof localWorkspaceNote>;

export const EXAMPLE_TEMPLATE = inProject('examples/invoice.hbs');
export const EXAMPLE_DATA = inProject('examples/invoice.json');

/** What the example's pages look like, unless a request says otherwise. */
const EXAMPLE_SETTINGS = {
  format: 'A4',
  margin: { top: 18, right: 18, bottom: 20, left: 18 },
  outputName: 'invoice-{{invoice.number}}',
  footer: {
    height: 18,
    content: readFileSync(inProject('examples/invoice-footer.hbs'), 'utf8'),
  },
} as const;

/** Makes a Free workspace with a key and the example template, through the operator's routes. */
export async function createLocalWorkspace(service: Service, name: string): Promise<LocalWorkspace> {
  const operator = new Operator(service.url, service.operatorToken);
  const workspace = await operator.createWorkspace({ name });
  const [{ key }, template] = await Promise.all([
    operator.createKey({
      workspaceId: workspace.id,
      name: 'local',
      environment: 'live',
      permissions: PERMISSIONS,
    }),
    operator.putTemplate({
      workspaceId: workspace.id,
      name: 'invoice',
      content: readFileSync(EXAMPLE_TEMPLATE, 'utf8'),
      settings: EXAMPLE_SETTINGS,
    }),
  ]);
  return { workspaceId: workspace.id, key, templateId: template.id };
}

/**
 * The workspace of a state directory: made once and noted there, so that every start prints the same key.
 * It is made anew when the service no longer accepts the key (revoked, or the workspace is gone).
 */
export async function localWorkspace(service: Service, stateDir: string): Promise<LocalWorkspace> {
  const note = join(stateDir, 'local-workspace.json');
  const noted = readNote(note);
  if (noted !== null && (await isAccepted(service, noted.key))) return noted;
  const made = await createLocalWorkspace(service, 'Local');
  writeFileSync(note, JSON.stringify(made, null, 2), { mode: 0o600 });
  chmodSync(note, 0o600);
  return made;
}

function readNote(path: string): LocalWorkspace | null {
  try {
    return localWorkspaceNote.parse(JSON.parse(readFileSync(path, 'utf8')));
  } catch {
    return null;
  }
}

/** An empty request is refused for its content by whoever accepts the key, and costs nothing. */
async function isAccepted(service: Service, key: string): Promise<boolean> {
  const response = await fetch(`${service.url}/v1/pdf/generate`, {
    method: 'POST',
    headers: { 'X-API-Key': key, 'Content-Type': 'application/json' },
    body: '{}',
  });
  await response.body?.cancel();
  return response.status === 400 || response.status === 429;
}
