import { PrintCancelled } from '@platen/print-engine';
import type { Composition } from '../../../compose/compose.ts';
import { composeRequest, listRequestTexts } from '../../../compose/compose-request.ts';
import { loadInvoiceMaker } from '../../../compose/e-invoice/load-e-invoice.ts';
import { normaliseFilename } from '../../../compose/filename.ts';
import { EDGE_MARKDOWN_CHARS, loadMarkdown } from '../../../compose/markdown/load-markdown.ts';
import { loadTranslator } from '../../../compose/translations/load-translator.ts';
import { findUnknownFields, NO_UNKNOWN_FIELDS } from '../../../compose/unknown-fields/index.ts';
import type { PrintedPdf } from '../../../renderer/renderer.ts';
import { mediaTypeOf } from '../../../schema/api/output.ts';
import { extensionOf } from '../../../schema/media-types.ts';
import { PLANS } from '../../../schema/plans.ts';
import { getTemplate, type LoadedTemplate } from '../templates/get-template.ts';
import { attachStoredAssets } from '../parts/attach-stored-assets.ts';
import { loadPartials } from '../parts/load-partials.ts';
import { partsFor } from '../parts/send-parts.ts';
import { composeAtEdge } from './lanes/compose-at-edge.ts';
import { type HeldBody, type HeldDocument, holdElsewhere, type PartsSource } from './lanes/held-body.ts';
import type { EdgeLane, Lane } from './lanes/lane.ts';
import { linearizePdf } from './linearize.ts';
import type { PrintedDocument, Product, Run } from './production.ts';

/** A file of JSON and HTML. The body is valid already. */
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
      report: wantsReport ? () => report : null,
      isCrowded,
    };
  },
});

/** What is printed, and where: a job of this isolate, or a body that a container holds and composes. */
type Composed =
  | ({ readonly where: 'here' } & Composition)
  | {
      readonly where: 'container';
      readonly held: HeldBody;
      readonly document: HeldDocument;
      readonly parts: PartsSource;
    };

/** Reads the template, composes a document, and prints it. */
export async function printThroughLane(
  run: Run,
  lane: Lane,
): Promise<PrintedDocument & { readonly template: LoadedTemplate | null }> {
  const { phases } = run;
  const { templateId } = lane;
  const template =
    templateId === null ? null : await phases.measure('template', () => readTemplate(run, templateId));
  const composed = await phases.measure('compose', () => compose(run, lane, template));
  return { ...(await print(run, composed)), template };
}

const readTemplate = ({ ctx, memory, templatesVersion: version }: Run, reference: string) =>
  getTemplate(ctx, { reference, version, memory });

/** Fills the template, and turns the options into a print job. @throws {TemplateError | InvalidComposition} */
async function compose(run: Run, lane: Lane, template: LoadedTemplate | null): Promise<Composed> {
  const { id: workspaceId, plan } = run.ctx.workspace;
  const watermark = run.key.environment === 'test' ? 'TEST' : null;
  const terms = { workspaceId, plan, template, watermark, now: run.ctx.services.now() };
  return lane.kind === 'bulk' ? inContainer(run, lane.held, terms) : composeHere(run, lane, terms);
}

type Terms = Omit<HeldDocument, 'thumbnailWidth' | 'template'> & { readonly template: LoadedTemplate | null };

const inContainer = ({ ctx, memory, templatesVersion }: Run, held: HeldBody, terms: Terms): Composed => {
  const { template } = terms;
  const { pins = null, partials = {} } = template ?? {};
  return {
    where: 'container',
    held,
    document: {
      ...terms,
      template: template && withoutParts(template),
      thumbnailWidth: held.summary.thumbnailWidth,
    },
    parts: partsFor(ctx, { pins, partials, templatesVersion, memory }),
  };
};

/** The parts are sent separately. */
const withoutParts = ({ pins: _pins, partials: _partials, ...template }: LoadedTemplate) => template;

async function composeHere(
  run: Run,
  { body, json, thumbnailWidth }: EdgeLane,
  terms: Terms,
): Promise<Composed> {
  const unknownFields = body.options?.report === true ? findUnknownFields(json) : NO_UNKNOWN_FIELDS;
  const extension = extensionOf(mediaTypeOf(body.output));
  const filename = body.filename === undefined ? null : normaliseFilename(body.filename, extension);
  const markdown = await loadMarkdown(body, EDGE_MARKDOWN_CHARS);
  const invoiceMaker = await loadInvoiceMaker(body.options, terms.template?.settings);
  const translator = await loadTranslator(terms.template?.translations);
  const partials = await loadPartials(run.ctx, {
    texts: listRequestTexts(body),
    pinned: terms.template?.partials ?? {},
    templatesVersion: run.templatesVersion,
  });
  const composed = await composeAtEdge<Composed>(run.memory, {
    maxHtmlBytes: PLANS[terms.plan].maxHtmlBytes,
    templateChars: terms.template?.content.length ?? 0,
    compose: (limits) => {
      const composition = composeRequest({
        body,
        filename,
        unknownFields,
        markdown,
        invoiceMaker,
        translator,
        partials,
        ...terms,
        limits,
      });
      return { where: 'here', ...composition, job: { ...composition.job, thumbnailWidth } };
    },
    // For a small body whose document is large.
    elsewhere: async () => {
      const held = await holdElsewhere(run, json);
      return held && inContainer(run, held, terms);
    },
  });
  if (composed.where === 'container') return composed;
  const { ctx, memory, templatesVersion } = run;
  const assets = { pins: terms.template?.pins ?? null, templatesVersion, memory };
  return { ...composed, job: await attachStoredAssets(ctx, composed.job, assets) };
}

/** @throws {RenderFailure}; a container also throws what `compose` throws */
async function print(run: Run, composed: Composed): Promise<PrintedDocument> {
  const { phases, signal, limits } = run;
  if (signal.aborted) throw hungUp();
  const printed = await phases.measure('print', () =>
    composed.where === 'here'
      ? printHere(run, composed)
      : composed.held.print(composed.document, composed.parts, limits, signal),
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
  const printed = await ctx.services.renderer.print(job, limits, signal);
  const isLinearized = job.linearize === true && !job.picture;
  const encryption = job.finish?.encryption;
  const pdf = isLinearized
    ? { ...printed, ...(await linearizePdf(run, { ...printed, encryption })) }
    : printed;
  if (pdf.body instanceof Uint8Array) memory.hold(pdf.sizeBytes);
  return { pdf, filename, mediaType, eInvoice };
}

const hungUp = () => new PrintCancelled('the client hung up');

/** A stream holds a page of a browser until it ends. */
async function discard({ body }: PrintedPdf): Promise<void> {
  if (body instanceof ReadableStream) await body.cancel();
}
