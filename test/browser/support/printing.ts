import { inject } from 'vitest';
import { generateResponse, type GenerateResponse } from '../../../schema/api/generate.ts';
import type { Environment } from '../../../schema/permissions.ts';
import { createdAnswer } from './console-client.ts';
import type { Team } from './people.ts';

/** Creates a key that may generate and read. */
export const createKey = async (
  { workspaceId, owner }: Team,
  environment: Environment = 'live',
  name = `${environment} key`,
): Promise<string> => {
  const permissions = ['pdf.generate', 'pdf.read'];
  return (await owner.client.createKey(workspaceId, { name, environment, permissions })).key;
};

/** Creates a published template and returns its id. */
export const createTemplate = async (
  { workspaceId, owner }: Team,
  name: string,
  content: string,
): Promise<string> => {
  const path = `/workspaces/${workspaceId}/templates`;
  return (await owner.client.expect(createdAnswer, 'POST', path, { name, content })).data.id;
};

/** Calls the API like a customer's server. */
export const callApi = (
  key: string,
  body: Record<string, unknown>,
  headers: Record<string, string> = {},
): Promise<Response> =>
  fetch(`${inject('dashboardUrl')}/v1/pdf/generate`, {
    method: 'POST',
    headers: { 'X-API-Key': key, 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });

/** Calls the API. The request must succeed. */
export async function print(key: string, body: Record<string, unknown>): Promise<GenerateResponse> {
  const response = await callApi(key, body);
  return generateResponse.parse(await response.json());
}
