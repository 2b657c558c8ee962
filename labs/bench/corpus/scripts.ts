/** Scripts of our own that do the same as the scripts of such documents. */

/** Draws a bar chart into each `.chart`, and again when its size changes, as responsive libraries do. */
export const CHART_LIBRARY = `(function (root) {
  const NS = 'http://www.w3.org/2000/svg';
  function draw(box, values) {
    const width = box.clientWidth || 600, height = 220, step = width / values.length, top = Math.max(...values);
    const svg = document.createElementNS(NS, 'svg');
    svg.setAttribute('width', width); svg.setAttribute('height', height);
    values.forEach((value, at) => {
      const bar = document.createElementNS(NS, 'rect'), size = value / top * (height - 20);
      Object.entries({ x: at * step + 2, y: height - size, width: step - 4, height: size, fill: '#0b5fff' }).forEach(([name, text]) => bar.setAttribute(name, text));
      svg.append(bar);
    });
    box.replaceChildren(svg);
  }
  root.Charts = { render(box, values) { draw(box, values); new ResizeObserver(() => draw(box, values)).observe(box); } };
})(window);
document.addEventListener('DOMContentLoaded', () => document.querySelectorAll('.chart').forEach((box) => Charts.render(box, JSON.parse(box.dataset.values))));`;

/** Draws squares like those of a QR code on a canvas. */
export const CODE_LIBRARY = `window.drawCode = function (canvas, text) {
  const context = canvas.getContext('2d'), size = 29, cell = canvas.width / size; let seed = 7;
  for (const character of text) seed = (seed * 31 + character.charCodeAt(0)) >>> 0;
  for (let y = 0; y < size; y += 1) for (let x = 0; x < size; x += 1) {
    seed = (seed * 1103515245 + 12345) >>> 0;
    if (seed >> 16 & 1) context.fillRect(x * cell, y * cell, cell, cell);
  }
};`;

/** Cuts a flow of paragraphs into pages, as paged-media libraries do: it waits for fonts, and measures. */
export const PAGER_LIBRARY = `document.fonts.ready.then(() => {
  const flow = document.querySelector('.flow'), height = 900; let page = document.createElement('section');
  const pages = [page]; let used = 0;
  for (const child of [...flow.children]) {
    const size = child.getBoundingClientRect().height;
    if (used + size > height) { pages.push(page = document.createElement('section')); page.style.breakBefore = 'page'; used = 0; }
    used += size; page.append(child);
  }
  flow.replaceChildren(...pages);
});`;

/** Fills `[[name]]` in the text with data, as small template engines in a page do. */
export const FILL_LIBRARY = `window.fill = function (root, data) {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) node.data = node.data.replace(/\\[\\[(\\w+)\\]\\]/g, (_, name) => data[name] ?? '');
};`;

export const FILL_ROWS = `const body = document.querySelector('tbody');
for (let at = 1; at <= 100; at += 1) {
  const row = body.insertRow();
  for (const text of [at, 'Item ' + at, at % 9, (at * 37 % 900) + '.50']) row.insertCell().textContent = text;
}`;

export const FORMAT_NUMBERS = `for (const cell of document.querySelectorAll('td.n')) {
  const value = Number(cell.textContent);
  if (!Number.isInteger(value)) cell.textContent = new Intl.NumberFormat('en', { style: 'currency', currency: 'EUR' }).format(value);
}`;

/** As sites include it: it sends nothing if the document is not visited. */
export const ANALYTICS = `(function () { window.track = function () {}; document.addEventListener('click', window.track); })();`;
