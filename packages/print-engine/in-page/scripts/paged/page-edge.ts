import { page } from '../pristine.ts';

/** Rules of the document such as `:empty { display: none }` do not apply. */
const STYLE = { all: 'initial', position: 'fixed', left: '0', width: '0', height: '0' };

/** Adds an empty box at an edge of each page. Its place in the PDF is that of the edge. */
export function addEdge(side: 'top' | 'bottom'): Element {
  const edge = page.createElement('div');
  edge.setAttribute('aria-hidden', 'true');
  for (const [property, value] of Object.entries({ ...STYLE, [side]: '0' }))
    edge.style.setProperty(property, value, 'important');
  page.documentElement.append(edge);
  return edge;
}
