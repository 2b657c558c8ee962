import { PERMISSIONS } from '../schema/permissions.ts';
import { Operator } from '../scripts/operator.ts';
import type { Service } from '../scripts/service.ts';

/** A client that prints one saved template again and again, and hears how long each phase took. */
export interface Client {
  readonly generate: () => Promise<void>;
  /** Milliseconds of each phase that `Server-Timing` told, by phase. */
  readonly phases: ReadonlyMap<string, number[]>;
}

/** What a client prints. */
export interface Printed {
  readonly content: string;
  readonly data: Readonly<Record<string, unknown>>;
  readonly options?: Readonly<Record<string, unknown>>;
}

/** In a workspace of its own, on the largest plan. */
export async function openClient(service: Service, { content, data, options }: Printed): Promise<Client> {
  const operator = new Operator(service.url, service.operatorToken);
  const { id: workspaceId } = await operator.createWorkspace({ name: 'Bench', plan: 'scale-enterprise' });
  const [{ key }, template] = await Promise.all([
    operator.createKey({ workspaceId, name: 'bench', environment: 'live', permissions: PERMISSIONS }),
    operator.putTemplate({ workspaceId, name: 'bench', content }),
  ]);
  const body = JSON.stringify({ templateId: template.id, templateData: data, options });
  const phases = new Map<string, number[]>();
  const generate = async (): Promise<void> => {
    const response = await fetch(`${service.url}/v1/pdf/generate`, {
      method: 'POST',
      headers: { 'X-API-Key': key, 'Content-Type': 'application/json' },
      body,
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${response.status}: ${text}`);
    notePhases(phases, response.headers.get('server-timing') ?? '');
  };
  return { generate, phases };
}

function notePhases(phases: Map<string, number[]>, timing: string): void {
  for (const [, name = '', duration = ''] of timing.matchAll(/(\w+);dur=([\d.]+)/g)) {
    phases.set(name, [...(phases.get(name) ?? []), Number(duration)]);
  }
}
