import { customType } from 'drizzle-orm/sqlite-core';
import { readStored } from '../stored-value.ts';

/**
 * A text column with a closed set of values. Drizzle's own enum is a type only: it returns any text that the table has.
 *
 * @param place table and column, such as `workspaces.plan`
 */
export const enumText = <T extends string>(place: `${string}.${string}`, known: readonly T[]) =>
  customType<{ data: T; driverData: string }>({
    dataType: () => 'text',
    fromDriver: (value) => readStored(known, value, place),
  })(place.slice(place.indexOf('.') + 1));
