import type { PrintedPdf } from '../../../../renderer/renderer.ts';
import { previewDraft as previewDraftRequest } from '../../../../schema/console/templates.ts';
import { listProblems } from '../../../../schema/list-problems.ts';
import { toNotice } from '../../../verbs/templates/notice.ts';
import { PREVIEW, previewDraft } from '../../../verbs/templates/preview-template.ts';
import type { AppContext } from '../../http/context.ts';
import { PDF_CONTENT } from '../../http/responses.ts';
import { contentRoute, routerOf } from '../../http/route.ts';
import { warningsInHeader } from '../../http/unknown-fields.ts';
import { servePdf } from '../../http/serve-pdf.ts';
import { previewSaved, previewTerms } from '../../shared/preview.ts';
import { inWorkspace, memberRoute, readPlanBody } from '../http/in-workspace.ts';
import { limitPreviews } from '../http/limit-person.ts';
import { toDraftTerms } from './draft-terms.ts';

function servePreview(c: AppContext, printed: PrintedPdf): Response {
  for (const [name, value] of Object.entries(warningsInHeader(c, listProblems(printed.report))))
    c.header(name, value);
  return servePdf(c, printed);
}

const preview = contentRoute({
  method: 'post',
  path: '/',
  body: previewDraftRequest,
  content: PDF_CONTENT,
  async run(ctx, draft, c) {
    const { name } = draft;
    const mark = name === undefined ? PREVIEW : { watermark: null, notice: await toNotice(ctx, name, null) };
    return servePreview(c, await previewDraft(ctx, { ...toDraftTerms(draft), ...previewTerms(c) }, mark));
  },
});

/** A draft with an unknown field is shown, with a warning. It cannot be saved. */
const lenient = { isStrict: () => false };

const guard = [inWorkspace('member'), limitPreviews, readPlanBody];

export const previewRoutes = routerOf([
  memberRoute(
    previewSaved('/{templateId}', servePreview),
    guard,
    'The PDF of a version, with a watermark',
    lenient,
  ),
  memberRoute(preview, guard, 'The PDF, with a watermark', lenient),
]);
