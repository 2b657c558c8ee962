import { isJsonObject } from '../../../../schema/json-object.ts';
import type { ImportedTemplate, Importer } from '../imported.ts';
import { assetName, canBeAsset, Names, partialName } from '../names.ts';
import { lineAt, type Notes } from '../notes.ts';
import { parseJson } from '../read-files.ts';
import { type Entity, readEntities } from './entities.ts';
import { toSettings } from './settings.ts';

/** Templates, child templates, components, assets and sample data. Scripts and helpers are code, which is never run. */
export const importJsreport: Importer = async (path, notes) =>
  new JsreportImport(await readEntities(path, notes), notes).run();

/** Sets of entities that have no form here. */
const OTHERS: Readonly<Record<string, string>> = {
  scripts: 'a script runs code before the print; prepare the data in your program',
  schedules: 'there are no schedules; start the generation from your program',
  xlsxTemplates: 'Excel files are not made',
};

/** `{{asset "a.css" "utf8"}}` and `{#asset a.css @encoding=utf8}`. */
const ASSET =
  /\{\{\{?\s*asset\s+(["'])(.+?)\1\s*(?:(["'])(\w+)\3)?\s*\}\}\}?|\{#asset\s+(\S+?)(?:\s+@encoding=(\w+))?\s*\}/g;

/** `{{childTemplate "a"}}`, `{{component "a"}}` and `{#child a}`. */
const CHILD =
  /\{\{\{?\s*(?:childTemplate|component)\s+(["'])(.+?)\1\s*\}\}\}?|\{#(?:child|component)\s+([^\s@}]+)([^}]*)\}/g;

class JsreportImport {
  readonly #entities: readonly Entity[];
  readonly #notes: Notes;
  readonly #partials = new Map<string, string>();
  readonly #assets = new Map<string, Uint8Array>();
  readonly #partialNames = new Names(partialName);
  readonly #assetNames = new Names(assetName);

  constructor(entities: readonly Entity[], notes: Notes) {
    this.#entities = entities;
    this.#notes = notes;
  }

  run() {
    const children = this.#findChildren();
    const templates = this.#of('templates').filter((template) => !children.has(template));
    for (const { set, file, name } of this.#entities) {
      const why = OTHERS[set];
      if (why !== undefined) this.#notes.add(file, null, `"${name}" was not turned: ${why}`);
    }
    return {
      templates: templates.flatMap((template) => this.#turnTemplate(template)),
      partials: this.#partials,
      assets: this.#assets,
    };
  }

  #of(set: string): readonly Entity[] {
    return this.#entities.filter((entity) => entity.set === set);
  }

  /** Returns the templates of HTML that others print. */
  #findChildren(): ReadonlySet<Entity> {
    const called = new Set<string>();
    for (const { fields } of [...this.#of('templates'), ...this.#of('components')]) {
      const { content, chrome, phantom, headerTemplate, footerTemplate } = fields;
      const texts = JSON.stringify([content, chrome, phantom, headerTemplate, footerTemplate]);
      const plain = texts.replaceAll(String.raw`\"`, '"');
      for (const [, , name, old] of plain.matchAll(CHILD)) called.add(lastPart(name ?? old ?? ''));
    }
    return new Set(
      this.#of('templates').filter(({ name, fields }) => called.has(name) && fields.recipe === 'html'),
    );
  }

  #turnTemplate(template: Entity): ImportedTemplate[] {
    const { fields, file, name } = template;
    const { recipe, engine, content = '', scripts, pdfOperations, data } = fields;
    const isPdf = recipe === 'chrome-pdf' || recipe === 'phantom-pdf' || recipe === 'html';
    if (!isPdf) {
      this.#notes.add(file, null, `"${name}" was not turned: the recipe is ${String(recipe)}`);
      return [];
    }
    if (engine !== 'handlebars' && engine !== 'none') {
      this.#notes.add(
        file,
        null,
        `"${name}" was not turned: its engine is ${String(engine)}, and only Handlebars can be turned`,
      );
      return [];
    }
    if (Array.isArray(scripts) && scripts.length > 0)
      this.#notes.add(file, null, 'its scripts were not turned');
    if (Array.isArray(pdfOperations) && pdfOperations.length > 0) {
      const what = 'merge with POST /v1/pdf/merge, or write a header or a footer';
      this.#notes.add(file, null, `its PDF operations were not turned: ${what}`);
    }
    this.#noteHelpers(template);
    const turn = (text: string, place: string) => this.#turnText(text, `${file} (${place})`, []);
    return [
      {
        name: name.slice(0, 100),
        content: this.#turnText(String(content), `${file}/content`, []),
        settings: {
          ...(engine === 'none' && { templating: 'none' as const }),
          ...toSettings(template, turn, this.#notes),
        },
        dataSchema: null,
        sampleSets: this.#findSample(data),
      },
    ];
  }

  #noteHelpers({ fields, file }: Entity): void {
    const { helpers } = fields;
    if (typeof helpers !== 'string' || helpers.trim() === '') return;
    const names = [
      ...helpers.matchAll(
        /(?:async\s+)?function\s+(\w+)|(?:const|let|var)\s+(\w+)\s*=\s*(?:async\s*)?(?:function|\()/g,
      ),
    ];
    const listed = names.map(([, one, other]) => one ?? other).join(', ');
    this.#notes.add(
      `${file}/helpers.js`,
      null,
      `helpers are code, and were not turned: ${listed}. Calculate these values in your program, or use the helpers of docs/helpers.md`,
    );
  }

  #findSample(data: unknown): ImportedTemplate['sampleSets'] {
    const { shortid, name } = isJsonObject(data) ? data : {};
    const found = this.#of('data').find((entity) => entity.shortid === shortid || entity.name === name);
    if (found === undefined) return [];
    const text = found.fields.dataJson;
    const value = typeof text === 'string' ? parseJson(text, found.file) : text;
    return isJsonObject(value) ? [{ name: found.name.slice(0, 100), data: value }] : [];
  }

  /** @param around the partials that are being made, from the outermost */
  #turnText(text: string, file: string, around: readonly string[]): string {
    return text
      .replaceAll(ASSET, (whole, _q, name, _r, encoding, oldName, oldEncoding, at: number) =>
        this.#turnAsset(
          whole,
          { name: name ?? oldName, encoding: encoding ?? oldEncoding ?? 'utf8' },
          { text, file, at, around },
        ),
      )
      .replaceAll(CHILD, (whole, _q, name, oldName, params = '', at: number, turned: string) =>
        this.#turnChild(whole, { name: name ?? oldName, params }, { text: turned, file, at, around }),
      );
  }

  #turnAsset(whole: string, { name, encoding }: { name: string; encoding: string }, place: Place): string {
    const asset = this.#of('assets').find((entity) => entity.name === lastPart(name));
    const { bytes = null } = asset ?? {};
    if (asset === undefined || bytes === null)
      return this.#missing(whole, `there is no asset "${name}"`, place);
    if (encoding === 'utf8' || encoding === 'string') {
      const partial = this.#partialNames.give(`asset:${asset.file}`, asset.name.replace(/\.\w+$/, ''));
      this.#addPartial(partial, new TextDecoder().decode(bytes), asset.file, place.around);
      return `{{> ${partial}}}`;
    }
    if (encoding === 'link' || encoding === 'dataURI') {
      if (canBeAsset(asset.name)) {
        const kept = this.#assetNames.give(asset.file, asset.name);
        this.#assets.set(kept, bytes);
        return `platen-asset://${kept}`;
      }
      return this.#missing(
        whole,
        `"${asset.name}" cannot be an asset: only pictures, fonts and ICC can`,
        place,
      );
    }
    return this.#missing(whole, `the encoding "${encoding}"`, place);
  }

  #turnChild(whole: string, { name, params }: { name: string; params: string }, place: Place): string {
    const child = [...this.#of('templates'), ...this.#of('components')].find(
      (entity) => entity.name === lastPart(name),
    );
    if (child === undefined) return this.#missing(whole, `there is no template "${name}"`, place);
    if (params.trim() !== '') this.#note(place, `the parameters of ${whole.slice(0, 100)} were not turned`);
    const { engine = 'handlebars', content = '' } = child.fields;
    if (engine !== 'handlebars')
      return this.#missing(whole, `the engine of "${name}" is ${String(engine)}`, place);
    const partial = this.#partialNames.give(`child:${child.file}`, child.name);
    this.#noteHelpers(child);
    this.#addPartial(partial, String(content), `${child.file}/content`, place.around);
    return `{{> ${partial}}}`;
  }

  #addPartial(name: string, text: string, file: string, around: readonly string[]): void {
    if (around.includes(name)) {
      this.#notes.add(file, null, `the partials ${[...around, name].join(' → ')} contain each other`);
      return;
    }
    if (this.#partials.has(name)) return;
    // A partial that is made again inside of itself would never end.
    this.#partials.set(name, '');
    this.#partials.set(name, this.#turnText(text, file, [...around, name]));
  }

  #missing(whole: string, why: string, place: Place): string {
    this.#note(place, `${whole.slice(0, 100)} was not turned: ${why}`);
    return `{{!-- ${whole.replaceAll('--', '- -').replaceAll(/[{}]/g, '')} --}}`;
  }

  #note({ text, file, at }: Place, what: string): void {
    this.#notes.add(file, lineAt(text, at), what);
  }
}

interface Place {
  readonly text: string;
  readonly file: string;
  readonly at: number;
  readonly around: readonly string[];
}

/** `./shared/logo.png` is `logo.png`, because the service has no folders. */
const lastPart = (name: string): string => name.slice(name.lastIndexOf('/') + 1);
