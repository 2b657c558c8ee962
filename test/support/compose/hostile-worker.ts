import { edgeLimits } from '../../../compose/handlebars/limits.ts';
import { type HostileInput, inputOf, joinPieces, outcomeOf } from './hostile-outcome.ts';
import { HOSTILE_TEMPLATES } from './hostile/all.ts';

/** Made before the measuring begins: what comes from outside is no growth of the template's. */
let input: HostileInput = { template: '', data: {} };

/** `/make?template=N` makes a hostile template and its data; `/fill?maxHtmlBytes=N` fills it as such a plan may. */
export default {
  fetch(request: Request): Response {
    const { pathname, searchParams } = new URL(request.url);
    if (pathname === '/make') {
      const hostile = HOSTILE_TEMPLATES[Number(searchParams.get('template'))];
      if (hostile === undefined) return new Response(null, { status: 404 });
      input = inputOf(hostile);
      // What was thrown away in making it is no part of the measure. The runtime is started with this function.
      (globalThis as typeof globalThis & { gc: () => void }).gc();
      return new Response();
    }
    const outcome = outcomeOf(input, edgeLimits(Number(searchParams.get('maxHtmlBytes'))));
    if (typeof outcome !== 'string') return Response.json({ error: outcome.message });
    joinPieces(outcome);
    return Response.json(outcome.length > 1_000 ? { chars: outcome.length } : outcome);
  },
};
