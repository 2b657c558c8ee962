/** Header of a request whose client hangs up after so many milliseconds. */
const HANG_UP_AFTER = 'X-Hang-Up-After-Ms';

/** Cloudflare reports clients that hang up by the signal of the request; workerd alone does not. */
export function onHangUp(request: Request): Request {
  const afterMs = request.headers.get(HANG_UP_AFTER);
  if (afterMs === null) return request;
  return new Request(request, { signal: AbortSignal.timeout(Number(afterMs)) });
}
