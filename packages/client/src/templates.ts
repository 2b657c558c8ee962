import type { components, paths } from './api.ts';
import type { CallOptions } from './call-options.ts';
import { type Http, readBytes, toTarget } from './http.ts';
import { allPages, type Page } from './page.ts';

type Schemas = components['schemas'];

export type Template = Schemas['Template'];
export type TemplateSummary = Schemas['TemplateSummary'];
export type TemplateVersion = Schemas['TemplateVersion'];
export type CreateTemplate = Schemas['CreateTemplate'];
export type UpdateTemplate = Schemas['UpdateTemplate'];
export type SampleSet = Schemas['SampleSet'];
export type TemplateQuery = NonNullable<paths['/v1/templates']['get']['parameters']['query']>;

/** The templates of the workspace. */
export class Templates {
  readonly #http: Http;

  constructor(http: Http) {
    this.#http = http;
  }

  /** Returns one page of the templates, newest first. */
  list(query: TemplateQuery = {}, options: CallOptions = {}): Promise<Page<TemplateSummary>> {
    return this.#http.json('get', '/v1/templates', { ...options, query });
  }

  /** Loads all templates, page by page. */
  all(query: TemplateQuery = {}, options: CallOptions = {}): AsyncGenerator<TemplateSummary> {
    return allPages(query, (next) => this.list(next, options));
  }

  async create(body: CreateTemplate, options: CallOptions = {}): Promise<Template> {
    return (await this.#http.json('post', '/v1/templates', { ...options, body })).data;
  }

  /** @param templateId `tpl_…` for the newest version, `tpl_…@3` for version 3 */
  async get(templateId: string, options: CallOptions = {}): Promise<Template> {
    const call = { ...options, path: { templateId } };
    return (await this.#http.json('get', '/v1/templates/{templateId}', call)).data;
  }

  /** Saves a new version. Fields that are left out stay the same. */
  async update(templateId: string, body: UpdateTemplate, options: CallOptions = {}): Promise<Template> {
    const call = { ...options, path: { templateId }, body };
    return (await this.#http.json('put', '/v1/templates/{templateId}', call)).data;
  }

  /** Returns one page of the versions, newest first. */
  versions(
    templateId: string,
    query: TemplateQuery = {},
    options: CallOptions = {},
  ): Promise<Page<TemplateVersion>> {
    const call = { ...options, path: { templateId }, query };
    return this.#http.json('get', '/v1/templates/{templateId}/versions', call);
  }

  async publish(templateId: string, version: number, options: CallOptions = {}): Promise<Template> {
    const call = { ...options, path: { templateId }, body: { version } };
    return (await this.#http.json('post', '/v1/templates/{templateId}/publish', call)).data;
  }

  /** Prints a template or a draft with a watermark. Stores no file and uses no credit. */
  preview(
    templateId: string,
    templateData: Readonly<Record<string, unknown>> = {},
    options: CallOptions = {},
  ): Promise<Uint8Array<ArrayBuffer>> {
    const request = {
      ...options,
      method: 'post' as const,
      target: toTarget('/v1/templates/{templateId}/preview', { templateId }),
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ templateData }),
    };
    return this.#http.send(request, readBytes);
  }

  /** Returns the sets of sample data, the default one first. */
  async sampleSets(templateId: string, options: CallOptions = {}): Promise<SampleSet[]> {
    const call = { ...options, path: { templateId } };
    return (await this.#http.json('get', '/v1/templates/{templateId}/sample-sets', call)).data.sampleSets;
  }

  /** Replaces all sets of sample data. The first one becomes the default. */
  async putSampleSets(
    templateId: string,
    sampleSets: SampleSet[],
    options: CallOptions = {},
  ): Promise<SampleSet[]> {
    const call = { ...options, path: { templateId }, body: { sampleSets } };
    return (await this.#http.json('put', '/v1/templates/{templateId}/sample-sets', call)).data.sampleSets;
  }

  /** Deletes a template with all its versions. Its files stay. */
  async delete(templateId: string, options: CallOptions = {}): Promise<void> {
    const call = { ...options, path: { templateId } };
    await this.#http.json('delete', '/v1/templates/{templateId}', call);
  }
}
