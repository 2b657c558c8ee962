// @ts-check
/** The page of `platen dev`. All texts are set as text: they come from templates and their data. */

/** @typedef {import('../messages.ts').DevMessage} DevMessage */
/** @typedef {import('../messages.ts').PrintMessage} PrintMessage */
/** @typedef {import('../messages.ts').ProjectMessage} ProjectMessage */
/** @typedef {import('../messages.ts').ProblemsMessage} ProblemsMessage */

const MM_PER_INCH = 25.4;
const CSS_DPI = 96;
const ZOOMS = [0.25, 0.4, 0.5, 0.75, 1, 1.25, 1.5, 2, 3];

/**
 * @template {HTMLElement} Kind
 * @param {string} id
 * @param {new () => Kind} kind
 * @returns {Kind}
 */
function find(id, kind) {
  const element = document.getElementById(id);
  if (!(element instanceof kind)) throw new Error(`The page has no ${id}`);
  return element;
}

const templates = find('templates', HTMLUListElement);
const about = find('about', HTMLParagraphElement);
const sample = find('sample', HTMLSelectElement);
const locale = find('locale', HTMLSelectElement);
const localeLabel = find('locale-label', HTMLLabelElement);
const zoomText = find('zoom', HTMLOutputElement);
const link = find('pdf', HTMLAnchorElement);
const state = find('status', HTMLOutputElement);
const problems = find('problems', HTMLElement);
const warnings = find('warnings', HTMLElement);
const pages = find('pages', HTMLDivElement);

/** The address has what is shown, so that a reload shows it again. */
const wish = new URLSearchParams(location.search);
/** An index of `ZOOMS`. Before the first print, the largest one at which the page fits the window. */
let zoom = -1;
/** @type {ProjectMessage | null} */
let project = null;
/** @type {PrintMessage | null} */
let shown = null;
/** @type {EventSource | null} */
let events = null;

function connect() {
  events?.close();
  history.replaceState(null, '', `?${wish}`);
  state.value = 'Printing …';
  events = new EventSource(`/events?${wish}`);
  events.addEventListener('message', ({ data }) => receive(JSON.parse(data)));
  events.addEventListener('error', () => {
    state.value = 'platen dev has ended. Waiting for it …';
  });
}

/** @param {DevMessage} message */
function receive(message) {
  if (message.kind === 'project') {
    project = message;
    showTemplates();
  } else if (message.kind === 'print') {
    shown = message;
    showPrint(message);
  } else {
    showProblems(message);
  }
}

/** @param {Record<string, string | null>} changes */
function choose(changes) {
  for (const [name, value] of Object.entries(changes)) {
    if (value === null) wish.delete(name);
    else wish.set(name, value);
  }
  connect();
}

function showTemplates() {
  const current = wish.get('template') ?? project?.templates[0]?.slug;
  const items = (project?.templates ?? []).map(({ slug, name }) => {
    const button = document.createElement('button');
    button.textContent = name;
    button.title = slug;
    button.setAttribute('aria-current', String(slug === current));
    button.addEventListener('click', () => choose({ template: slug, sample: null, locale: null }));
    const item = document.createElement('li');
    item.append(button);
    return item;
  });
  templates.replaceChildren(...items);
  about.textContent = `Chromium ${project?.chromium ?? ''}`;
}

/**
 * @param {HTMLSelectElement} select
 * @param {readonly string[]} values
 * @param {string | null} current
 */
function fillSelect(select, values, current) {
  select.replaceChildren(...values.map((value) => new Option(value, value, false, value === current)));
  select.disabled = values.length < 2;
}

/** @param {PrintMessage} print */
function showPrint(print) {
  const template = project?.templates.find(({ slug }) => slug === print.slug);
  document.title = `${template?.name ?? print.slug} – platen dev`;
  fillSelect(sample, template?.samples ?? [], print.sample);
  fillSelect(locale, template?.locales ?? [], print.locale ?? template?.locales[0] ?? null);
  localeLabel.hidden = (template?.locales.length ?? 0) === 0;
  link.href = `/prints/${print.id}.pdf`;
  link.title = print.filename;
  state.value = `${print.pages.length} ${print.pages.length === 1 ? 'page' : 'pages'}, ${print.composeMs + print.printMs} ms`;
  problems.hidden = true;
  warnings.hidden = print.warnings.length === 0;
  warnings.replaceChildren(...print.warnings.map((text) => paragraph('Warning: ', text)));
  showPages(print);
}

/** @param {PrintMessage} print */
function showPages(print) {
  if (zoom < 0) zoom = findZoom(print);
  const scale = ZOOMS[zoom] ?? 1;
  zoomText.value = `${scale * 100} %`;
  const dpi = Math.round(CSS_DPI * scale * devicePixelRatio);
  const images = print.pages.map(({ widthMm, heightMm }, index) => {
    const image = pages.children[index] instanceof HTMLImageElement ? pages.children[index] : new Image();
    // The old picture stays until the new one is there, so the page does not flicker.
    image.src = `/prints/${print.id}/${index + 1}.png?dpi=${dpi}`;
    image.width = Math.round((widthMm / MM_PER_INCH) * CSS_DPI * scale);
    image.height = Math.round((heightMm / MM_PER_INCH) * CSS_DPI * scale);
    image.alt = `Page ${index + 1}`;
    if (index > 1) image.loading = 'lazy';
    return image;
  });
  for (const [index, image] of images.entries()) if (pages.children[index] !== image) pages.append(image);
  while (pages.children.length > images.length) pages.lastChild?.remove();
  pages.classList.remove('old');
}

/** @param {PrintMessage} print */
function findZoom({ pages: [page] }) {
  const width = ((page?.widthMm ?? 0) / MM_PER_INCH) * CSS_DPI;
  const space = pages.clientWidth - 32;
  return Math.max(
    0,
    ZOOMS.findLastIndex((scale) => scale <= 1 && width * scale <= space),
  );
}

/** @param {ProblemsMessage} message */
function showProblems(message) {
  problems.replaceChildren(
    ...message.problems.flatMap(({ text, excerpt }) => {
      const lines = document.createElement('pre');
      lines.textContent = excerpt.join('\n');
      return excerpt.length > 0 ? [paragraph('Problem: ', text), lines] : [paragraph('Problem: ', text)];
    }),
  );
  problems.hidden = false;
  warnings.hidden = true;
  pages.classList.add('old');
  state.value = 'Not printed';
}

/**
 * @param {string} heading
 * @param {string} text
 */
function paragraph(heading, text) {
  const element = document.createElement('p');
  const strong = document.createElement('strong');
  strong.textContent = heading;
  element.append(strong, text);
  return element;
}

/** @param {number} step */
function changeZoom(step) {
  zoom = Math.min(ZOOMS.length - 1, Math.max(0, zoom + step));
  if (shown !== null) showPages(shown);
}

sample.addEventListener('change', () => choose({ sample: sample.value }));
locale.addEventListener('change', () => choose({ locale: locale.value }));
find('smaller', HTMLButtonElement).addEventListener('click', () => changeZoom(-1));
find('larger', HTMLButtonElement).addEventListener('click', () => changeZoom(1));
connect();
