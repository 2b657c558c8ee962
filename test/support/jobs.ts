import { expect } from 'vitest';
import { z } from 'zod';
import { job, type Job } from '../../schema/api/jobs.ts';
import type { Answer } from './answer.ts';
import { eventually } from './eventually.ts';
import { type GenerateBody, send, type Tenant } from './service-client.ts';

export const ASYNC = { Prefer: 'respond-async' };

const body = z.object({ success: z.literal(true), requestId: z.string(), data: job });

/** Asserts the answer to a request that was accepted, and returns the job. */
export function expectAccepted(answer: Answer): Job {
  expect(answer.status, answer.text).toBe(202);
  const { data } = body.parse(JSON.parse(answer.text));
  expect(answer.headers.get('location')).toBe(`/v1/jobs/${data.jobId}`);
  expect(answer.headers.get('preference-applied')).toMatch(/^respond-async\b/);
  return data;
}

/** Asserts an answer with a job, and returns it. */
export function expectJob(answer: Answer): Job {
  expect(answer.status, answer.text).toBe(200);
  return body.parse(JSON.parse(answer.text)).data;
}

export const accept = async (tenant: Tenant, request: GenerateBody, headers = {}): Promise<Job> =>
  expectAccepted(await tenant.generate(request, { ...ASYNC, ...headers }));

export const askJob = (tenant: Tenant, jobId: string): Promise<Answer> =>
  send(`/v1/jobs/${jobId}`, { headers: { 'X-API-Key': tenant.key } });

/** Waits two seconds if the job has not ended, so that a test does not reach the plan's rate limit. */
async function readJob(tenant: Tenant, jobId: string): Promise<Job> {
  const headers = { 'X-API-Key': tenant.key, Prefer: 'wait=2' };
  return expectJob(await send(`/v1/jobs/${jobId}`, { headers }));
}

export const cancelJob = (tenant: Tenant, jobId: string): Promise<Answer> =>
  send(`/v1/jobs/${jobId}/cancel`, { method: 'POST', headers: { 'X-API-Key': tenant.key } });

export const jobIn = (tenant: Tenant, jobId: string, ...states: readonly Job['state'][]): Promise<Job> =>
  eventually(async () => {
    const found = await readJob(tenant, jobId);
    expect(states, JSON.stringify(found)).toContain(found.state);
    return found;
  });
