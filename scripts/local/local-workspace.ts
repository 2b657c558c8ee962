import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { LOCAL_WORKSPACE_NAME } from '../../schema/console/session.ts';
import { PERMISSIONS } from '../../schema/permissions.ts';
import type { PlanId } from '../../schema/plans.ts';
import { Operator } from '../installation/operator.ts';
import { inProject } from '../project.ts';
import type { Service } from './service.ts';

type Reached = Pick<Service, 'url' | 'operatorToken'>;

const localWorkspaceSchema = z.object({ workspaceId: z.string(), key: z.string(), templateId: z.string() });

/** A workspace to try the service with: a live key with every permission, and the template `invoice`. */
export type LocalWorkspace = z.infer<typeof localWorkspaceSchema>;

const EXAMPLE_TEMPLATE = inProject('examples/invoice.hbs');
export const EXAMPLE_DATA = inProject('examples/invoice.json');

export const EXAMPLE_SETTINGS = {
  format: 'A4',
  margin: { top: 18, right: 18, bottom: 20, left: 18 },
  outputName: 'invoice-{{invoice.number}}',
  footer: {
    height: 18,
    content: readFileSync(inProject('examples/invoice-footer.hbs'), 'utf8'),
  },
} as const;

/** Nobody pays on a developer's machine, so its workspace has the limits that are the least in the way. */
const LOCAL_PLAN: PlanId = 'scale-enterprise';

export async function createLocalWorkspace(
  service: Reached,
  name: string,
  plan: PlanId = LOCAL_PLAN,
): Promise<LocalWorkspace> {
  const operator = new Operator(service.url, service.operatorToken);
  const workspace = await operator.createWorkspace({ name, plan });
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
  await putExampleData(service, key, template.id);
  return { workspaceId: workspace.id, key, templateId: template.id };
}

/** Without sample data, the editor shows the template with blank values. */
async function putExampleData(service: Reached, key: string, templateId: string): Promise<void> {
  const data = JSON.parse(readFileSync(EXAMPLE_DATA, 'utf8')) as unknown;
  const response = await fetch(`${service.url}/v1/templates/${templateId}/sample-sets`, {
    method: 'PUT',
    headers: { 'X-API-Key': key, 'Content-Type': 'application/json' },
    body: JSON.stringify({ sampleSets: [{ name: 'Example', data }] }),
  });
  await response.body?.cancel();
  if (!response.ok) throw new Error(`The sample data was not saved (status ${response.status})`);
}

/**
 * The workspace is saved, so every start prints the same key. If its key is rejected, a new one is made.
 * @param plan null keeps the plan of a workspace that is there
 */
export async function openLocalWorkspace(
  service: Service,
  stateDir: string,
  plan: PlanId | null,
): Promise<LocalWorkspace> {
  const path = join(stateDir, 'local-workspace.json');
  const saved = readSavedWorkspace(path);
  if (saved !== null && (await isAccepted(service, saved.key))) {
    if (plan !== null) await changePlan(service, saved, plan);
    return saved;
  }
  const created = await createLocalWorkspace(service, LOCAL_WORKSPACE_NAME, plan ?? LOCAL_PLAN);
  writeFileSync(path, JSON.stringify(created, null, 2), { mode: 0o600 });
  chmodSync(path, 0o600);
  return created;
}

const changePlan = ({ url, operatorToken }: Service, { workspaceId }: LocalWorkspace, plan: PlanId) =>
  new Operator(url, operatorToken).setWorkspace(workspaceId, { plan });

function readSavedWorkspace(path: string): LocalWorkspace | null {
  try {
    return localWorkspaceSchema.parse(JSON.parse(readFileSync(path, 'utf8')));
  } catch {
    return null;
  }
}

/** An empty request with a valid key gets a validation error, which costs no credit. */
async function isAccepted(service: Service, key: string): Promise<boolean> {
  const response = await fetch(`${service.url}/v1/pdf/generate`, {
    method: 'POST',
    headers: { 'X-API-Key': key, 'Content-Type': 'application/json' },
    body: '{}',
  });
  await response.body?.cancel();
  return response.status === 400 || response.status === 429;
}
