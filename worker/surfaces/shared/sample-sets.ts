import { putSampleSets as putSampleSetsRequest, sampleSetsAnswer } from '../../../schema/api/sample-sets.ts';
import { listSampleSets, putSampleSets } from '../../verbs/templates/sample-sets.ts';
import { verbRoute } from '../http/route.ts';
import { templateParams } from './templates.ts';

const path = '/{templateId}/sample-sets';

export const sampleVerbs = {
  list: verbRoute({
    method: 'get',
    path,
    params: templateParams,
    answer: sampleSetsAnswer,
    run: async (ctx, { templateId }) => ({ data: { sampleSets: await listSampleSets(ctx, templateId) } }),
  }),
  put: verbRoute({
    method: 'put',
    path,
    params: templateParams,
    body: putSampleSetsRequest,
    answer: sampleSetsAnswer,
    async run(ctx, { templateId, sampleSets }) {
      await putSampleSets(ctx, { templateId, sampleSets });
      return { data: { sampleSets } };
    },
  }),
};
