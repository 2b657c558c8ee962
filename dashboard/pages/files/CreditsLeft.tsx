import { useUsage } from '../usage/use-usage.ts';
import { describeRest } from './use-assembly.ts';

/** Nothing until it is known. */
export function CreditsLeft() {
  const { data } = useUsage(30);
  return data && describeRest(data.remaining);
}
