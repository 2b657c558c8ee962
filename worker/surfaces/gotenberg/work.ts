import { PLANS } from '../../../schema/plans.ts';
import { EDGE_MAX_BYTES } from '../../../compose/template-limits.ts';
import type { Produced } from '../../verbs/make/production.ts';
import { type AppContext, requireCtx } from '../http/context.ts';
import { withBytes } from '../http/read-bytes.ts';
import { ignoredHeader, toHeaders, toMade } from './answer.ts';
import type { Work } from './chromium.ts';
import { withDownloads } from './download-from.ts';
import { Fields } from './fields.ts';
import { readForm } from './form.ts';
import type { Gate } from './gate.ts';
import type { Given } from './given.ts';
import { refused } from './refusals.ts';
import { type Hook, readHook, sendFailure, sendMade } from './webhook.ts';

/** A route that makes files plans its work. A route that reads a PDF returns what it found. */
export type FormRoute =
  | { readonly kind: 'makes'; readonly plan: (given: Given) => Work | Promise<Work> }
  | { readonly kind: 'reads'; readonly read: (given: Given) => Promise<Record<string, unknown>> };

/** Reads the form of a request, and answers it, at once or at its webhook. */
export async function answerForm(c: AppContext, gate: Gate, route: FormRoute): Promise<Response> {
  const hook = await readHook(c);
  if (hook === null) return withFields(c, (given) => answer(given, gate, route));
  const accepted = Promise.withResolvers<void>();
  const work = withFields(c, async (given) => {
    accepted.resolve();
    await runForHook(given, gate, { route, hook });
  });
  c.executionCtx.waitUntil(work.catch(() => undefined));
  await Promise.race([accepted.promise, work]);
  return c.body(null, 204);
}

const withFields = <Result>(c: AppContext, work: (given: Given) => Promise<Result>): Promise<Result> => {
  const { meter, workspace } = requireCtx(c);
  const maxBytes = Math.min(EDGE_MAX_BYTES, PLANS[workspace.plan].maxPdfBytes);
  return withBytes(c, maxBytes, async (bytes, memory) => {
    const form = await readForm(bytes, c.req.header('Content-Type') ?? '', meter);
    const whole = await withDownloads(c, form, { maxBytes, memory });
    const fields = new Fields(whole);
    fields.string('downloadFrom');
    return work({ c, fields, memory });
  });
};

async function answer(given: Given, gate: Gate, route: FormRoute): Promise<Response> {
  const { c, fields } = given;
  if (route.kind === 'reads') {
    const found = await route.read(given);
    return c.json(found, 200, ignoredHeader(fields.ignored));
  }
  const produced = await produce(given, gate, await route.plan(given));
  const made = await toMade(c, produced);
  return c.body(made.body, 200, { ...toHeaders(made), ...ignoredHeader(fields.ignored) });
}

const produce = ({ c }: Given, gate: Gate, work: Work): Promise<Produced> =>
  work((product) => gate.produceNow(c, product, null));

interface ForHook {
  readonly route: FormRoute;
  readonly hook: Hook;
}

/** The client has its answer already, so an error goes to the webhook too. */
async function runForHook(given: Given, gate: Gate, { route, hook }: ForHook): Promise<void> {
  const { c } = given;
  try {
    if (route.kind === 'reads')
      throw refused(
        'The webhook middleware can only work with multipart/form-data routes that results in output files',
      );
    const produced = await produce(given, gate, await route.plan(given));
    await sendMade(c, hook, () => toMade(c, produced));
  } catch (error) {
    await sendFailure(c, hook, error);
  }
}
