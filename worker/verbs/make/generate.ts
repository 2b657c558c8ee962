import { findDifferences, type OtherEntries } from '@platen/pdf';
import { PrintCancelled } from '@platen/print-engine';
import { attachAssets } from '../../../compose/assets/attach-assets.ts';
import { addInvoice, type Composition } from '../../../compose/compose.ts';
import { composeRequest, prepareRequest } from '../../../compose/compose-request.ts';
import { normaliseFilename } from '../../../compose/filename.ts';
import { EDGE_MARKDOWN_CHARS } from '../../../compose/markdown/load-markdown.ts';
import { inTurns } from '../../../compose/turns.ts';
import { findUnknownFields, NO_UNKNOWN_FIELDS } from '../../../compose/unknown-fields/index.ts';
import type { PrintedPdf } from '../../../renderer/renderer.ts';
import { generateRequest } from '../../../schema/api/generate.ts';
import { mediaTypeOf } from '../../../schema/api/output.ts';
import { extensionOf } from '../../../schema/media-types.ts';
import { PLANS } from '../../../schema/plans.ts';
import { getTemplate, type LoadedTemplate } from '../templates/get-template.ts';
import { componentsFor } from '../components/send-components.ts';
import { type ComponentTerms, storedComponents } from '../components/stored-components.ts';
import { composeAtEdge } from './lanes/compose-at-edge.ts';
import { type HeldBody, type HeldDocument, holdElsewhere, type ComponentsSource } from './lanes/held-body.ts';
import type { EdgeLane, Lane } from './lanes/lane.ts';
import type { PrintedDocument, Product, Run } from './production.ts';

/** The product of a generation: one file from HTML, Markdown, an address or a saved template. The body is valid already. */
export const generation = (lane: Lane): Product => ({
  memory: lane.memory,
  thumbnailWidth: lane.thumbnailWidth,
  meta: lane.meta,
  make: async (run) => {
    const { pdf, filename, mediaType, eInvoice, template } = await printThroughLane(run, lane);
    const { report, isCrowded = false, thumbnail } = pdf;
    const { method, wantsReport } = lane;
    return {
      outputs: [{ filename, mediaType, method, template, pages: null, open: () => pdf, thumbnail, eInvoice }],
      differences: findDifferences(report.warnings),
      report: wantsReport ? () => report : null,
      isCrowded,
    };
  },
});

/** A document that is ready to print: a job that was composed here, or a body that a container holds, composes and prints. */
type Composed =
  | ({ readonly where: 'here' } & Composition)
  | {
      readonly where: 'container';
      readonly held: HeldBody;
      readonly document: HeldDocument;
      readonly components: ComponentsSource;
    };

/** Reads the template if there is one, composes the document, and prints it. @param otherEntries of the merge that the document is for */
export async function printThroughLane(
  run: Run,
  lane: Lane,
  otherEntries: OtherEntries | null = null,
): Promise<PrintedDocument & { readonly template: LoadedTemplate | null }> {
  const { phases } = run;
  const { templateId } = lane;
  const template =
    templateId === null ? null : await phases.measure('template', () => readTemplate(run, templateId));
  const composed = await phases.measure('compose', () => compose(run, lane, { template, otherEntries }));
  return { ...(await print(run, composed)), template };
}

const readTemplate = ({ ctx, memory, templatesVersion: version }: Run, reference: string) =>
  getTemplate(ctx, { reference, version, memory });

/** Fills the template, and turns the options into a print job. @throws {TemplateError | InvalidComposition} */
async function compose(
  run: Run,
  lane: Lane,
  given: Pick<Terms, 'template' | 'otherEntries'>,
): Promise<Composed> {
  const { id: workspaceId, plan } = run.ctx.workspace;
  const watermark = run.key.environment === 'test' ? 'TEST' : null;
  const terms = { workspaceId, plan, watermark, now: run.ctx.services.now(), ...given };
  return lane.kind === 'bulk' ? leaveToContainer(run, lane.held, terms) : composeHere(run, lane, terms);
}

/** All that a composition needs beside the body of the request. */
type Terms = Omit<HeldDocument, 'thumbnailWidth' | 'template'> & { readonly template: LoadedTemplate | null };

const leaveToContainer = (run: Run, held: HeldBody, terms: Terms): Composed => ({
  where: 'container',
  held,
  document: {
    ...terms,
    template: terms.template && withoutComponents(terms.template),
    thumbnailWidth: held.summary.thumbnailWidth,
  },
  components: componentsFor(run.ctx, componentTerms(run, terms)),
});

const componentTerms = ({ memory, templatesVersion }: Run, { template }: Terms): ComponentTerms => {
  const { pins = null, partials = {} } = template ?? {};
  return { pins, partials, templatesVersion, memory };
};

/** Leaves out the components, because a container gets them separately. */
const withoutComponents = ({ pins: _pins, partials: _partials, ...template }: LoadedTemplate) => template;

async function composeHere(
  run: Run,
  { body, json, thumbnailWidth, files }: EdgeLane,
  terms: Terms,
): Promise<Composed> {
  const unknownFields =
    body.options?.report === true ? await readUnknownFields(run, json) : NO_UNKNOWN_FIELDS;
  const extension = extensionOf(mediaTypeOf(body.output));
  const filename = body.filename === undefined ? null : normaliseFilename(body.filename, extension);
  const input = { body, filename, unknownFields, ...terms };
  const components = storedComponents(run.ctx, componentTerms(run, terms));
  const prepared = await prepareRequest(input, EDGE_MARKDOWN_CHARS, components.findPartials);
  const composed = await composeAtEdge<Composed>(run.memory, {
    maxHtmlBytes: PLANS[terms.plan].maxHtmlBytes,
    templateChars: terms.template?.content.length ?? 0,
    compose: async (limits) => {
      const planned = composeRequest(input, prepared, { limits, meter: run.ctx.meter });
      return { where: 'here', ...(await addInvoice(planned, prepared.invoiceMaker, run.ctx.meter)) };
    },
    // A small body can make a large document.
    elsewhere: async () => {
      const held = await holdElsewhere(run, json);
      return held && leaveToContainer(run, held, terms);
    },
  });
  if (composed.where === 'container') return composed;
  const job = await attachAssets(composed.job, files ?? components.assets, run.ctx.meter);
  return { ...composed, job: { ...job, thumbnailWidth } };
}

const readUnknownFields = ({ ctx }: Run, json: unknown) =>
  inTurns(findUnknownFields(json, generateRequest, ctx.meter), ctx.meter);

/** @throws {RenderFailure}; from a container also the errors of `compose` */
async function print(run: Run, composed: Composed): Promise<PrintedDocument> {
  const { phases, signal, limits } = run;
  if (signal.aborted) throw hungUp();
  const printed = await phases.measure('print', () =>
    composed.where === 'here'
      ? printHere(run, composed)
      : composed.held.print(composed.document, composed.components, limits, signal),
  );
  if (signal.aborted) {
    await discard(printed.pdf);
    throw hungUp();
  }
  if (printed.composeMs !== undefined) phases.note('compose', printed.composeMs);
  return printed;
}

async function printHere(
  run: Run,
  { job, filename, mediaType, eInvoice }: Composition,
): Promise<PrintedDocument> {
  const { ctx, limits, signal, memory } = run;
  const pdf = await ctx.services.renderer.print(job, limits, signal);
  if (pdf.body instanceof Uint8Array) memory.hold(pdf.sizeBytes);
  return { pdf, filename, mediaType, eInvoice };
}

const hungUp = () => new PrintCancelled('the client hung up');

/** Ends the stream of a PDF that nobody reads, because it holds a page of a browser. */
async function discard({ body }: PrintedPdf): Promise<void> {
  if (body instanceof ReadableStream) await body.cancel();
}
