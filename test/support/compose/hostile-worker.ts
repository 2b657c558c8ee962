import { EDGE_LIMITS, edgeLimits } from '../../../compose/template-limits.ts';
import { endOf, type HostileInput, fillHostile, joinPieces, makeInput } from './hostile-outcome.ts';
import { HOSTILE_TEMPLATES } from './hostile/all.ts';
import { doReferenceWork } from './reference-work.ts';

/** Made before the measurement, so that it does not count as growth. */
let input: HostileInput = { template: '', data: {} };

/**
 * `/make?template=N` makes a hostile template and its data. `/fill?maxHtmlBytes=N` fills it with that plan's limit, and
 * `/fill` with the default limits. `/reference` does the reference work.
 */
export default {
  fetch(request: Request): Response {
    const { pathname, searchParams } = new URL(request.url);
    if (pathname === '/make') {
      const hostile = HOSTILE_TEMPLATES[Number(searchParams.get('template'))];
      if (hostile === undefined) return new Response(null, { status: 404 });
      input = makeInput(hostile);
      // Garbage from making it must not count. `Workerd` exposes `gc`.
      (globalThis as typeof globalThis & { gc: () => void }).gc();
      return new Response();
    }
    if (pathname === '/reference') return Response.json(doReferenceWork());
    const maxHtmlBytes = searchParams.get('maxHtmlBytes');
    const outcome = fillHostile(
      input,
      maxHtmlBytes === null ? EDGE_LIMITS : edgeLimits(Number(maxHtmlBytes)),
    );
    if (typeof outcome === 'string') joinPieces(outcome);
    return Response.json(endOf(outcome));
  },
};
