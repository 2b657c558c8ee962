import { inject } from 'vitest';
import { z } from 'zod';
import { generateResponse, type GenerateResponse } from '../../../schema/api/generate.ts';
import type { Environment } from '../../../schema/permissions.ts';
import { answerOf } from '../../../schema/api/paging.ts';
import type { Team } from './people.ts';

const withId = answerOf(z.object({ id: z.string() }));

/** A key of the team's workspace that may generate and read. */
export const keyOf = async (
  { workspaceId, owner }: Team,
  environment: Environment = 'live',
  name = `${environment} key`,
): Promise<string> => {
  const permissions = ['pdf.generate', 'pdf.read'];
  return (await owner.client.createKey(workspaceId, { name, environment, permissions })).key;
};

/** A published template of the team's workspace; its id. */
export const templateOf = async (
  { workspaceId, owner }: Team,
  name: string,
  content: string,
): Promise<string> => {
  const path = `/workspaces/${workspaceId}/templates`;
  return (await owner.client.expect(withId, 'POST', path, { name, content })).data.id;
};

/** A call of the API, as a customer's server makes it. */
export const callApi = (key: string, body: Record<string, unknown>): Promise<Response> =>
  fetch(`${inject('dashboardUrl')}/v1/pdf/generate`, {
    method: 'POST',
    headers: { 'X-API-Key': key, 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });

/** The same, where it has to succeed. */
export async function print(key: string, body: Record<string, unknown>): Promise<GenerateResponse> {
  const response = await callApi(key, body);
  return generateResponse.parse(await response.json());
}
