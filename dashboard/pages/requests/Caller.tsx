import { useQuery } from '@tanstack/react-query';
import type { LoggedRequest } from '../../../schema/request-log.ts';
import { useWorkspace } from '../../session.ts';
import { keysQuery } from '../keys/keys-query.ts';
import { peopleQuery } from '../people/people-query.ts';

/** Shows the name of the key, or its id if it was deleted, or the person who used the dashboard. */
export function Caller({ request: { keyId, personId } }: { readonly request: LoggedRequest }) {
  const { id } = useWorkspace();
  const keys = useQuery({ ...keysQuery(id), enabled: keyId !== null });
  const people = useQuery({ ...peopleQuery(id), enabled: personId !== null });
  if (keys.isLoading || people.isLoading) return null;
  if (keyId !== null) return keys.data?.keys.find((key) => key.id === keyId)?.name ?? <code>{keyId}</code>;
  const person = people.data?.people.find((other) => other.id === personId);
  return <>{person?.name ?? 'A former member'} (dashboard)</>;
}
