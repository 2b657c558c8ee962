import { type ReadyDocuments, scripted } from './document.ts';

const FADE = '@keyframes fade { from { opacity: 0 } }';
const SQUARE = 'width: 20mm; height: 20mm; background: red';

/** Red of 20 mm, if the animation is at its end. */
const square = (css: string, more = ''): { html: string; redMm: number } => ({
  html: `<style>${FADE} #p { ${SQUARE} } ${css}</style><div id="p"></div>${more}`,
  redMm: 20,
});

/** Calls what it is given two frames after the load, when the first style has been painted. */
const afterPaint = (code: string): string =>
  `<script>requestAnimationFrame(() => requestAnimationFrame(() => { ${code} }))</script>`;

export const ANIMATIONS: ReadyDocuments = {
  'an animation that fades in': square('#p { animation: fade 10s }'),
  'an animation with a delay that starts hidden': square('#p { animation: fade 10s 20s both }'),
  'an animation whose last state stays': square(
    '@keyframes grow { from { height: 0 } to { height: 20mm } } #p { height: 0; animation: grow 10s forwards }',
  ),
  'an animation that repeats five times': square('#p { animation: fade 3s 5 alternate }'),
  'an animation without an end stands still': square(
    '@keyframes blink { to { opacity: 0 } } #p { animation: blink 1s infinite }',
  ),
  'an animation that its document stopped stays as it is': {
    html: `<style>@keyframes hide { from { opacity: 0 } } #p { ${SQUARE}; animation: hide 10s paused }</style><div id="p"></div>`,
    redMm: 0,
  },
  'a transition': square(
    '#p { opacity: 0; transition: opacity 10s } #p.on { opacity: 1 }',
    afterPaint("p.className = 'on'"),
  ),
  'a transition from @starting-style': square(
    '#p { transition: opacity 10s } @starting-style { #p { opacity: 0 } }',
  ),
  'Element.animate': square('', '<script>p.animate([{ opacity: 0 }, { opacity: 1 }], 10000)</script>'),
  'what follows animationend': {
    html: scripted('p.onanimationend = () => done()', `<style>${FADE} p { animation: fade 10s }</style>`),
    text: 'done',
  },
  'what follows transitionend': {
    html: scripted(
      `p.ontransitionend = () => done(); requestAnimationFrame(() => requestAnimationFrame(() => { p.style.color = 'green' }))`,
      '<style>p { transition: color 10s; color: red }</style>',
    ),
    text: 'done',
  },
  'what follows the promise of an animation': {
    html: scripted('p.animate([{ opacity: 0 }, { opacity: 1 }], 10000).finished.then(() => done())'),
    text: 'done',
  },
  'five animations one after the other': {
    html: scripted(
      `let left = 5; const next = () => { if (left-- > 0) p.animate([{ opacity: 0 }, {}], 5000).onfinish = next; else done() }; next()`,
    ),
    text: 'done',
  },
  'an animation of a pseudo-element': {
    html: `<style>${FADE} #p::before { content: ''; display: block; ${SQUARE}; animation: fade 10s both }</style><div id="p"></div>`,
    redMm: 20,
  },
  'an animation in a declared shadow root': {
    html: `<div><template shadowrootmode="open"><style>${FADE} i { display: block; ${SQUARE}; animation: fade 10s }</style><i></i></template></div>`,
    redMm: 20,
  },
  'an animation in a frame': {
    html: `<iframe frameborder="0" width="200" height="200" srcdoc="<style>${FADE} i { display: block; ${SQUARE}; animation: fade 10s }</style><i></i>"></iframe>`,
    redMm: 20,
  },
  'an animation that is driven by scrolling': square(
    '#p { animation: fade linear; animation-timeline: view(); animation-range: entry }',
  ),
  'an SVG animation with an end': {
    html: '<svg width="80mm" height="60mm"><rect width="40" height="0" fill="red"><animate attributeName="height" to="190" dur="5s" fill="freeze"/></rect></svg>',
    redMm: 45,
  },
  'prefers-reduced-motion': square(
    '#p { opacity: 0 } @media (prefers-reduced-motion: reduce) { #p { opacity: 1 } }',
  ),
};
