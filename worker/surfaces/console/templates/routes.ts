import {
  editedTemplate,
  putSampleData as putSampleDataRequest,
  sampleDataAnswer,
  templateSearch,
} from '../../../../schema/console/templates.ts';
import { putSampleData, withSampleSets } from '../../../verbs/templates/sample-sets.ts';
import { routerOf, verbRoute } from '../../http/route.ts';
import { sampleVerbs } from '../../shared/sample-sets.ts';
import { templateParams, templateVerbs } from '../../shared/templates.ts';
import {
  inWorkspace,
  inWorkspaceChange,
  inWorkspaceContent,
  inWorkspaceForm,
  memberRoute,
} from '../http/in-workspace.ts';

const templates = templateVerbs(editedTemplate, withSampleSets);

const putData = verbRoute({
  method: 'put',
  path: '/{templateId}/sample-data',
  params: templateParams,
  body: putSampleDataRequest,
  answer: sampleDataAnswer,
  async run(ctx, input) {
    await putSampleData(ctx, input);
    return { data: { sampleData: input.sampleData } };
  },
});

const list = { ...templates.list, query: templateSearch };

export const templateRoutes = routerOf([
  memberRoute(list, inWorkspace('member'), 'A page of templates, newest first'),
  memberRoute(templates.create, inWorkspaceContent('member'), 'The new template'),
  memberRoute(templates.read, inWorkspace('member'), 'The newest version, or a given version'),
  memberRoute(templates.change, inWorkspaceContent('member'), 'The template with its new version'),
  memberRoute(templates.publish, inWorkspaceForm('member'), 'The published version'),
  memberRoute(templates.delete, inWorkspaceChange('member'), 'The template is deleted with all its versions'),
  memberRoute(templates.listVersions, inWorkspace('member'), 'A page of versions, newest first'),
  memberRoute(putData, inWorkspaceContent('member'), 'The saved sample data'),
  memberRoute(sampleVerbs.put, inWorkspaceContent('member'), 'The saved sets'),
]);
