import type { z } from 'zod';
import { EXAMPLE_TEMPLATE_ID } from './examples.ts';
import type {
  assetAnswer,
  assetPage,
  deletedComponent,
  partialAnswer,
  partialPage,
  componentUsePage,
  componentVersionPage,
  PutPartial,
} from './components.ts';

const succeeded = <Data>(requestId: string, data: Data) => ({ success: true as const, requestId, data });

const LOGO = {
  name: 'logo.svg',
  latestVersion: 2,
  createdAt: '2026-11-20T09:12:03.120Z',
  updatedAt: '2026-11-21T10:40:11.004Z',
  version: 2,
  mediaType: 'image/svg+xml',
  bytes: 1_842,
  digest: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  details: { width: 240, height: 60 },
  note: 'The new colours',
};

const FOOTER = {
  ...LOGO,
  name: 'footer',
  mediaType: 'text/x-handlebars-template',
  bytes: 52,
  digest: '60303ae22b998861bce3b28f33eec1be758a213c86c93c076dbe9f558c11c752',
  details: {},
  note: null,
};

const CONTENT = '<p class="footer">{{company.name}}, {{company.city}}</p>';

const { version, mediaType, bytes, digest, details, note } = LOGO;

export const PUT_PARTIAL_EXAMPLE: PutPartial = { content: CONTENT, note: 'With the city' };

export const COMPONENT_ANSWERS = {
  asset: succeeded('req_Lm3WvZ9kRx5TqYc7LmBp1F', LOGO) satisfies z.infer<typeof assetAnswer>,
  assets: { ...succeeded('req_Mm3WvZ9kRx5TqYc7LmBp1F', [LOGO]), nextCursor: null } satisfies z.infer<
    typeof assetPage
  >,
  partial: succeeded('req_Nm3WvZ9kRx5TqYc7LmBp1F', { ...FOOTER, content: CONTENT }) satisfies z.infer<
    typeof partialAnswer
  >,
  partials: { ...succeeded('req_Om3WvZ9kRx5TqYc7LmBp1F', [FOOTER]), nextCursor: null } satisfies z.infer<
    typeof partialPage
  >,
  versions: {
    ...succeeded('req_Pm3WvZ9kRx5TqYc7LmBp1F', [
      { version, mediaType, bytes, digest, details, note, createdAt: LOGO.updatedAt },
    ]),
    nextCursor: null,
  } satisfies z.infer<typeof componentVersionPage>,
  uses: {
    ...succeeded('req_Qm3WvZ9kRx5TqYc7LmBp1F', [
      { templateId: EXAMPLE_TEMPLATE_ID, name: 'Invoice', publishedPin: 1, latestPin: 2, versions: 3 },
    ]),
    nextCursor: null,
  } satisfies z.infer<typeof componentUsePage>,
  deleted: succeeded('req_Rm3WvZ9kRx5TqYc7LmBp1F', { name: 'logo.svg', deleted: true }) satisfies z.infer<
    typeof deletedComponent
  >,
};
