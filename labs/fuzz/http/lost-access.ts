import type { World } from './world.ts';

/** No request may end these keys and sessions, because later requests use them. */
const LASTING_KEYS = ['attacker', 'attackerTest', 'attackerReading', 'scratch', 'victim'] as const;
const LASTING_PEOPLE = ['attacker', 'attackerMember', 'scratch', 'operator', 'victim'] as const;

/** Keys and sessions that have ended during the run. Later requests with them reached nothing. */
export async function lostAccess({ url, keys, cookies }: World): Promise<string[]> {
  const lost: string[] = [];
  for (const name of LASTING_KEYS) {
    const { status } = await fetch(`${url}/v1/files`, { headers: { 'X-API-Key': keys[name] } });
    if (status !== 200) lost.push(`the key of ${name} is not valid any more: ${status}`);
  }
  for (const name of LASTING_PEOPLE) {
    const response = await fetch(`${url}/console/session`, { headers: { Cookie: cookies[name] } });
    const { data } = (await response.json()) as { data?: { person?: object | null } };
    if (data?.person == null) lost.push(`the session of ${name} has ended`);
  }
  return lost;
}
