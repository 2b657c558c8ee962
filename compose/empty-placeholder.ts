/** Names that print the date or a page number in other template languages, and how to write them here. */
const INSTEAD: Readonly<Record<string, string>> = {
  date: '{{formatDate (now)}}',
  today: '{{formatDate (now)}}',
  datetime: '{{formatDateTime (now)}}',
  time: '{{formatTime (now)}}',
  pageNumber: '<span class="pageNumber"></span> in a header or footer',
  totalPages: '<span class="totalPages"></span> in a header or footer',
};

const PLACEHOLDER = new RegExp(`\\{\\{\\s{0,9}(${Object.keys(INSTEAD).join('|')})\\s{0,9}\\}\\}`, 'g');

/**
 * Finds a name of another template language that prints nothing, because the data has no such field. Returns a message.
 * The field can be at any depth, because `{{#each}}` changes the context.
 */
export function findEmptyPlaceholder(sources: readonly string[], data: unknown): string | null {
  const names = new Set(
    sources.flatMap((text) => Array.from(text.matchAll(PLACEHOLDER), ([, name]) => name)),
  );
  const fields = names.size > 0 ? listFields(data) : null;
  for (const name of names) {
    if (name === undefined || fields?.has(name) || sources.some((text) => isDeclared(text, name))) continue;
    return `"{{${name}}}" prints nothing: the data has no field with this name. Write ${INSTEAD[name]}.`;
  }
  return null;
}

/** As a block parameter (`as |date|`) or a parameter of a partial (`date=…`). */
const isDeclared = (text: string, name: string): boolean =>
  new RegExp(`\\|[\\w\\s]{0,100}\\b${name}\\b|\\b${name}\\s{0,9}=`).test(text);

function listFields(data: unknown): Set<string> {
  const fields = new Set<string>();
  const waiting = [data];
  for (let value = waiting.pop(); value !== undefined; value = waiting.pop()) {
    if (typeof value !== 'object' || value === null) continue;
    if (!Array.isArray(value)) for (const name of Object.keys(value)) fields.add(name);
    for (const member of Object.values(value)) if (typeof member === 'object') waiting.push(member);
  }
  return fields;
}
