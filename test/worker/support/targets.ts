import { operate } from './service.ts';

export { s3Target, supabaseTarget } from '../../support/stores/targets.ts';

/** Adds a target and returns its id. Throws the service's answer if it refuses. */
export async function addTarget(target: object): Promise<string> {
  const { status, body } = await operate('POST', '/targets', target);
  if (status !== 201) throw new Error(JSON.stringify(body));
  return String(body.id);
}
