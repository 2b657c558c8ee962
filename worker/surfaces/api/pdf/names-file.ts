import { isJsonObject } from '../../../../schema/json-object.ts';

/** Returns whether the options of a request name a file of the workspace, which only a key with `pdf.read` may use. */
export const namesFile = (options: unknown): boolean =>
  isJsonObject(options) && isJsonObject(options.letterhead) && options.letterhead.fileId !== undefined;
