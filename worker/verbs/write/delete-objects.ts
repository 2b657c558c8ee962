import type { Ctx } from '../../ctx.ts';

/** R2 deletes at most this many objects in one call. */
const OBJECTS_PER_CALL = 1_000;

/** Deletes the objects of versions without a row. Never throws: an object that stays is deleted with the workspace. */
export async function deleteObjects({ services }: Ctx, keys: readonly string[]): Promise<void> {
  try {
    for (let at = 0; at < keys.length; at += OBJECTS_PER_CALL)
      await services.templateStore.delete(keys.slice(at, at + OBJECTS_PER_CALL));
  } catch (error) {
    console.error(JSON.stringify({ event: 'objects_not_deleted', cause: String(error) }));
  }
}
