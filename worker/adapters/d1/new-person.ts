import { newId } from '../../../schema/ids.ts';
import type { Services } from '../../services.ts';

export interface NewPerson {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly passwordHash: string;
  readonly operator: boolean;
}

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
