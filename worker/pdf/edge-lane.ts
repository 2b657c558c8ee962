import { composeRequest } from '../../compose/compose-request.ts';
import { normaliseFilename } from '../../compose/filename.ts';
import type { UnknownFields } from '../../compose/unknown-fields/index.ts';
import type { Renderer } from '../../renderer/renderer.ts';
import type { GenerateRequest } from '../../schema/api/generate.ts';
import type { Lane } from './lane.ts';

type ComposedRequest = ReturnType<typeof composeRequest>;

/** For a body that is in the memory of this isolate. */
export function edgeLane(
  renderer: Renderer,
  body: GenerateRequest,
  unknownFields: UnknownFields,
): Lane<ComposedRequest> {
  const filename = body.filename === undefined ? null : normaliseFilename(body.filename);
  return {
    templateId: body.templateId ?? null,
    wantsReport: body.options?.report === true,
    compose: (terms) => composeRequest({ body, filename, unknownFields, ...terms }),
    async print(document, limits, signal) {
      return { pdf: await renderer.print(document.job, limits, signal), filename: document.filename };
    },
  };
}
