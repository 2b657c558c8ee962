import type { z } from 'zod';
import type { pushAnswer, PushRequest } from './push.ts';

const TEMPLATE_DIGEST = '5f0f7d1e2bb1c6a6d2f1f4e9c0a8b7d6e5f4a3b2c1d0e9f8a7b6c5d4e3f2a1b0';
const OLDER_DIGEST = '0b1a2f3e4d5c6b7a8f9e0d1c2b3a4f5e6d7c8b9a0f1e4f9c1f2d6a6c1bb2e1d7';
const PARTIAL_DIGEST = 'a3f5b1c7d9e2f4a6b8c0d2e4f6a8b0c2d4e6f8a0b2c4d6e8f0a2b4c6d8e0f2a4';

export const PUSH_REQUEST: PushRequest = {
  dryRun: false,
  partials: [{ name: 'footer', content: '<footer>Acme Ltd, {{country}}</footer>', ifVersion: null }],
  templates: [
    {
      name: 'invoice',
      content: '<h1>Invoice {{number}}</h1>{{> footer country="Ireland"}}',
      settings: { format: 'A4', locale: 'en-IE' },
      sampleSets: [{ name: 'Sample', data: { number: 'A-17' } }],
      ifVersion: 7,
      ifDigest: OLDER_DIGEST,
    },
  ],
};

export const PUSH_ANSWER: z.infer<typeof pushAnswer> = {
  success: true,
  requestId: 'req_5tGb2YhNm8UjKi4OlP0zXw',
  data: {
    dryRun: false,
    partials: [{ name: 'footer', change: 'created', version: 1, digest: PARTIAL_DIGEST, before: null }],
    assets: [],
    templates: [
      {
        id: 'tpl_7vLq2ZcYw0aHn4RdXe9KsB',
        name: 'invoice',
        change: 'changed',
        fields: ['content', 'parts'],
        version: 8,
        published: true,
        digest: TEMPLATE_DIGEST,
        before: { version: 7, digest: OLDER_DIGEST },
      },
    ],
  },
};
