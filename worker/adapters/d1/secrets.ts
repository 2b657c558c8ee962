import { and, count, gt, lt } from 'drizzle-orm';
import { sessions } from '../../../schema/tables/people.ts';
import type { Database } from './database.ts';

/** Sessions whose cookie was last sent before the time, and that have not expired. */
export async function countSessionsBefore(database: Database, time: Date, now: Date): Promise<number> {
  const [row] = await database
    .select({ count: count() })
    .from(sessions)
    .where(and(lt(sessions.updatedAt, time), gt(sessions.expiresAt, now)));
  return row?.count ?? 0;
}
