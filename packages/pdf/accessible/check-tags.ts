import { describeLanguage, LANGUAGE } from '../archive/check-language.ts';
import { placeOf, type Problems } from '../archive/problems.ts';
import { isKnownType } from '../archive/role-map.ts';
import { readTextString } from '../file/syntax.ts';
import { repairTable } from './mend-table.ts';
import { isContent, kidIds, outerType, type TagElement, type TagTree } from './tag-tree.ts';

interface Waiting {
  readonly id: number;
  readonly outer: string;
}

/** By element of a list or table, the elements that may be in it. Source: ISO 32000-1, 14.8.4.3. */
const INNER: ReadonlyMap<string, readonly string[]> = new Map([
  ['L', ['L', 'LI', 'Caption']],
  ['LI', ['Lbl', 'LBody']],
  ['Table', ['TR', 'THead', 'TBody', 'TFoot', 'Caption']],
  ['THead', ['TR']],
  ['TBody', ['TR']],
  ['TFoot', ['TR']],
  ['TR', ['TH', 'TD']],
  ['TOC', ['TOC', 'TOCI', 'Caption']],
]);

/** The elements that may contain a part of a list or a table, by the same rules. */
const OUTER: ReadonlyMap<string, readonly string[]> = new Map([
  ['LI', ['L']],
  ['LBody', ['LI']],
  ['TR', ['Table', 'THead', 'TBody', 'TFoot']],
  ['THead', ['Table']],
  ['TBody', ['Table']],
  ['TFoot', ['Table']],
  ['TH', ['TR']],
  ['TD', ['TR']],
  ['TOCI', ['TOC']],
]);

const HEADING = /^H([1-6])$/;

/** Checks the tags in the order of the document. Only one element is in memory at a time, apart from tables. */
export async function checkTags(tree: TagTree, topIds: readonly number[], problems: Problems): Promise<void> {
  const checker = new TagChecker(tree, problems);
  const waiting: Waiting[] = topIds.map((id) => ({ id, outer: '' })).toReversed();
  for (let next = waiting.pop(); next !== undefined && !problems.isFull; next = waiting.pop()) {
    const element = await tree.element(next.id);
    if (isContent(element)) continue;
    await checker.check(element, next.outer);
    const outer = outerType(element.type, next.outer);
    for (const id of kidIds(element).toReversed()) waiting.push({ id, outer });
  }
}

class TagChecker {
  readonly #tree: TagTree;
  readonly #problems: Problems;
  /** The level of the last heading, or 0 before the first one. */
  #level = 0;
  #hasPlainHeading = false;

  constructor(tree: TagTree, problems: Problems) {
    this.#tree = tree;
    this.#problems = problems;
  }

  async check(element: TagElement, outer: string): Promise<void> {
    const { entries, type } = element;
    const problem = (rule: string, what: string) => this.#problems.add(rule, placeOf(element), what);
    if (!isKnownType(type)) problem('7.1', `"${type.slice(0, 60)}" is not a standard type of tag`);
    const language = entries.get('Lang');
    if (language !== undefined && !LANGUAGE.test(readTextString(language)))
      problem('7.2', describeLanguage(readTextString(language)));
    this.#checkHeading(element);
    if (type === 'Figure' && !hasText(element))
      problem(
        '7.3',
        'is an image without an alternative text; give it alt="…", or alt="" if it only decorates',
      );
    if (type === 'Formula' && !hasText(element)) problem('7.7', 'is a formula without an alternative text');
    if (type === 'Note' && !entries.has('ID')) problem('7.9', 'is a note without an identifier');
    if (OUTER.get(type)?.includes(outer) === false)
      problem('7.2', `${type} must not be in ${outer || 'the document'}`);
    const allowed = INNER.get(type);
    if (allowed !== undefined) await this.#checkKids(element, allowed);
    if (type === 'Table') await this.#checkTable(element);
  }

  #checkHeading(element: TagElement): void {
    const place = placeOf(element);
    const level = Number(HEADING.exec(element.type)?.[1] ?? 0);
    if (element.type === 'H') this.#hasPlainHeading = true;
    if (this.#hasPlainHeading && (level > 0 || this.#level > 0))
      this.#problems.add(
        '7.4.4',
        place,
        'the document has headings of levels 1 to 6, and a heading of level 7 or more',
      );
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

  async #checkKids(element: TagElement, allowed: readonly string[]): Promise<void> {
    const kids = (await this.#tree.meaningfulKids(element)).map(({ type }) => type);
    const wrong = kids.find((type) => !allowed.includes(type));
    if (wrong !== undefined)
      this.#problems.add('7.2', placeOf(element), `${element.type} must not contain ${wrong.slice(0, 60)}`);
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
