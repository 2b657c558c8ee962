import { newId } from '../../../schema/ids.ts';
import type { NewPerson } from '../../adapters/d1/new-person.ts';
import type { Services } from '../../services.ts';

export const newPerson = async (
  services: Services,
  { name, email, password }: { name: string; email: string; password: string },
  { operator }: { operator: boolean },
): Promise<NewPerson> => ({
  id: newId('person'),
  name,
  email,
  passwordHash: await services.hashPassword(password),
  operator,
});
