import { PlatenError } from './platen-error.ts';

/** From openapi-fetch: either `data` or `error` is set. */
interface Result<Data> {
  readonly data?: Data;
  readonly error?: unknown;
  readonly response: Response;
}

/** @throws {PlatenError} */
export function unwrap<Data>({ data, error, response }: Result<Data>): Data {
  if (!response.ok || data === undefined) throw PlatenError.from(response, error);
  return data;
}
