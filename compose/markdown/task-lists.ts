import type { MarkdownIt } from 'markdown-it';

const MARK = /^\[([ xX])\][ \u00A0]/;

/** `- [x] done`, as GitHub shows it. The known plugin takes time that grows with the square of the list. */
export function taskLists(markdown: MarkdownIt): void {
  markdown.core.ruler.after('inline', 'task_lists', ({ tokens, Token }) => {
    for (let index = 2; index < tokens.length; index += 1) {
      const [item, paragraph, text] = [tokens[index - 2], tokens[index - 1], tokens[index]];
      if (text?.type !== 'inline' || paragraph?.type !== 'paragraph_open' || item?.type !== 'list_item_open')
        continue;
      const first = text.children?.[0];
      const mark = first?.type === 'text' ? MARK.exec(first.content) : null;
      if (!first || mark === null) continue;
      first.content = first.content.slice(mark[0].length);
      item.attrJoin('class', 'task');
      const box = new Token('html_inline', '', 0);
      box.content = mark[1] === ' ' ? OPEN_BOX : DONE_BOX;
      text.children?.unshift(box);
    }
  });
}

const box = (mark: string, label: string): string =>
  `<svg class="box" viewBox="0 0 16 16" role="img" aria-label="${label}">${mark}</svg>`;

const OPEN_BOX = box('<rect x="1" y="1" width="14" height="14" rx="3.5"/>', 'open');
const DONE_BOX = box(
  '<rect class="done" x="1" y="1" width="14" height="14" rx="3.5"/><path d="M4.4 8.3l2.5 2.5 4.8-5.3"/>',
  'done',
);
