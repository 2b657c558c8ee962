import { LANGUAGE } from '../archive/check-language.ts';
import { placeOf, type Problems } from '../archive/problems.ts';
import { NEWER_TYPES, STANDARD_TYPES } from '../archive/role-map.ts';
import { readTextString } from '../file/syntax.ts';
import { repairTable } from './mend-table.ts';
import { kidIds, outerType, type TagElement, type TagTree } from './tag-tree.ts';

interface Waiting {
  readonly id: number;
  readonly outer: string;
}

/** What may be in a list or a table, by the rules of ISO 32000-1, 14.8.4.3. */
const INNER: Readonly<Record<string, ReadonlySet<string>>> = {
  L: new Set(['L', 'LI', 'Caption']),
  LI: new Set(['Lbl', 'LBody']),
  Table: new Set(['TR', 'THead', 'TBody', 'TFoot', 'Caption']),
  THead: new Set(['TR']),
  TBody: new Set(['TR']),
  TFoot: new Set(['TR']),
  TR: new Set(['TH', 'TD']),
  TOC: new Set(['TOC', 'TOCI', 'Caption']),
};

const OUTER: Readonly<Record<string, ReadonlySet<string>>> = {
  LI: new Set(['L']),
  LBody: new Set(['LI']),
  TR: new Set(['Table', 'THead', 'TBody', 'TFoot']),
  THead: new Set(['Table']),
  TBody: new Set(['Table']),
  TFoot: new Set(['Table']),
  TH: new Set(['TR']),
  TD: new Set(['TR']),
  TOCI: new Set(['TOC']),
};

const HEADING = /^H([1-6])$/;

/** Checks the tags in the order of the document. Apart from tables, one element is in memory at a time. */
export async function checkTags(tree: TagTree, topIds: readonly number[], problems: Problems): Promise<void> {
  const checker = new TagChecker(tree, problems);
  const waiting: Waiting[] = topIds.map((id) => ({ id, outer: '' })).toReversed();
  for (let next = waiting.pop(); next !== undefined && !problems.isFull; next = waiting.pop()) {
    const element = await tree.element(next.id);
    await checker.check(element, next.outer);
    const outer = outerType(element.type, next.outer);
    for (const id of kidIds(element).toReversed()) waiting.push({ id, outer });
  }
}

class TagChecker {
  readonly #tree: TagTree;
  readonly #problems: Problems;
  /** Of the last heading. */
  #level = 0;
  #hasPlainHeading = false;

  constructor(tree: TagTree, problems: Problems) {
    this.#tree = tree;
    this.#problems = problems;
  }

  async check(element: TagElement, outer: string): Promise<void> {
    const { entries, type } = element;
    const problem = (rule: string, what: string) => this.#problems.add(rule, placeOf(element), what);
    if (!STANDARD_TYPES.has(type) && !(type in NEWER_TYPES))
      problem('7.1', `"${type.slice(0, 60)}" is no type of tag that PDF/UA knows`);
    const language = entries.get('Lang');
    if (language !== undefined && !LANGUAGE.test(readTextString(language)))
      problem('7.2', `"${readTextString(language).slice(0, 60)}" is no language, such as "de-DE"`);
    this.#checkHeading(element);
    if (type === 'Figure' && !hasText(element))
      problem(
        '7.3',
        'is an image without an alternative text; give it alt="…", or alt="" if it only decorates',
      );
    if (type === 'Formula' && !hasText(element)) problem('7.7', 'is a formula without an alternative text');
    if (type === 'Note' && !entries.has('ID')) problem('7.9', 'is a note without an identifier');
    if (OUTER[type] && !OUTER[type].has(outer))
      problem('7.2', `${type} must not be in ${outer || 'the document'}`);
    if (INNER[type]) await this.#checkKids(element);
    if (type === 'Table') await this.#checkTable(element);
  }

  #checkHeading(element: TagElement): void {
    const place = placeOf(element);
    const level = Number(HEADING.exec(element.type)?.[1] ?? 0);
    if (element.type === 'H') this.#hasPlainHeading = true;
    if (this.#hasPlainHeading && (level > 0 || this.#level > 0))
      this.#problems.add('7.4.4', place, 'a heading of level 7 or more is with headings of levels 1 to 6');
    if (level === 0) return;
    if (level > this.#level + 1)
      this.#problems.add(
        '7.4.2',
        place,
        this.#level === 0
          ? `the first heading is h${level}, and must be h1`
          : `h${level} follows h${this.#level}, so a level is skipped`,
      );
    this.#level = level;
  }

  async #checkKids(element: TagElement): Promise<void> {
    const kids = (await this.#tree.meaningfulKids(element)).map(({ type }) => type);
    const allowed = INNER[element.type];
    const wrong = kids.find((type) => allowed?.has(type) === false);
    if (wrong !== undefined)
      this.#problems.add(
        '7.2',
        placeOf(element),
        `${element.type} must not have ${wrong.slice(0, 60)} in it`,
      );
    const captions = kids.flatMap((type, index) => (type === 'Caption' ? [index] : []));
    const isLast = element.type === 'Table' && captions[0] === kids.length - 1;
    if (captions.length > 1 || (captions.length === 1 && captions[0] !== 0 && !isLast))
      this.#problems.add('7.2', placeOf(element), 'has a caption that is not at its start');
  }

  async #checkTable(element: TagElement): Promise<void> {
    const found = await repairTable(this.#tree, element);
    if (found === null) return;
    const why = typeof found === 'string' ? found : 'has rows with different numbers of columns';
    this.#problems.add('7.2', placeOf(element), `is a table that ${why}`);
  }
}

const hasText = ({ entries }: TagElement): boolean =>
  readTextString(entries.get('Alt') ?? '()') !== '' || entries.has('ActualText');
