import { type ReadyDocuments, scripted, writes } from './document.ts';

const frame = (code: string): string => `requestAnimationFrame(() => { ${code} });`;

const BELOW = '<div style="height: 400mm"></div>';

/** What scripts do in the first animation frames. */
export const FRAMES: ReadyDocuments = {
  requestAnimationFrame: writes(frame('done()')),
  'requestAnimationFrame, two levels deep': writes(frame(frame('done()'))),
  'requestAnimationFrame, ten levels deep': writes(
    'let left = 10; const step = () => { if (left-- > 0) requestAnimationFrame(step); else done() }; step()',
  ),
  'requestAnimationFrame from the load event': writes(`onload = () => { ${frame(frame('done()'))} }`),
  'requestAnimationFrame that a promise calls': writes(
    `Promise.resolve().then(() => { ${frame('done()')} })`,
  ),
  'requestAnimationFrame that does not end': {
    html: scripted(
      'let n = 0; const step = () => { if (n++ === 5) done(); requestAnimationFrame(step) }; step()',
    ),
    text: 'done',
  },
  'requestAnimationFrame under another name': writes("window['request' + 'AnimationFrame'](() => done())"),
  'requestAnimationFrame that the document replaces': writes(
    `const original = requestAnimationFrame; window.requestAnimationFrame = () => 0; original(() => original(() => done()))`,
  ),
  'requestAnimationFrame in a frame': {
    html: `<iframe srcdoc="<p id=p>not yet<script>requestAnimationFrame(() => requestAnimationFrame(() => { p.textContent = 'done' }))</script>"></iframe>`,
    text: 'done',
  },
  ResizeObserver: writes('new ResizeObserver(() => done()).observe(p)'),
  'ResizeObserver under another name': writes(
    "new window['Resize' + 'Obs' + 'erver'](() => done()).observe(p)",
  ),
  'ResizeObserver in a frame': {
    html: `<iframe srcdoc="<p id=p>not yet<script>new ResizeObserver(() => { p.textContent = 'done' }).observe(p)</script>"></iframe>`,
    text: 'done',
  },
  'ResizeObserver that a class of the document extends': writes(
    'class Own extends ResizeObserver {} new Own(() => done()).observe(p)',
  ),
  'ResizeObserver that measures': writes(
    'new ResizeObserver(([{ contentRect }]) => done(contentRect.width > 0 ? "done" : "empty")).observe(p)',
  ),
  IntersectionObserver: writes(
    'new IntersectionObserver(([entry]) => { if (entry.isIntersecting) done() }).observe(p)',
  ),
  'IntersectionObserver of an element below the window': writes(
    `document.body.insertAdjacentHTML('beforeend', '${BELOW}<i id="last"></i>');
     new IntersectionObserver(() => done()).observe(last)`,
  ),
  MutationObserver: writes(
    'new MutationObserver(() => done()).observe(document.body, { childList: true }); document.body.append("")',
  ),
  'an observer that asks for a frame': writes(`new ResizeObserver(() => { ${frame('done()')} }).observe(p)`),
  'setTimeout without a delay, nested': writes(
    'setTimeout(() => setTimeout(() => setTimeout(() => done())))',
  ),
  'a message channel that works in slices': writes(
    `let left = 5; const channel = new MessageChannel();
     channel.port1.onmessage = () => {
       const end = performance.now() + 5; while (performance.now() < end);
       if (left-- > 0) channel.port2.postMessage(0); else done();
     };
     channel.port2.postMessage(0)`,
  ),
  requestIdleCallback: writes('requestIdleCallback(() => done())'),
  'requestIdleCallback, three levels deep': writes(
    'requestIdleCallback(() => requestIdleCallback(() => requestIdleCallback(() => done())))',
  ),
  'requestIdleCallback that does not end': writes(
    'done(); const step = () => requestIdleCallback(step); step()',
  ),
  'scheduler.postTask': writes("scheduler.postTask(() => done(), { priority: 'background' })"),
  'document.fonts.ready': writes('document.fonts.ready.then(() => done())'),
  'a view transition': writes('document.startViewTransition(() => done())'),
  'an onload attribute': {
    html: '<body onload="new ResizeObserver(() => { p.textContent = \'done\' }).observe(p)"><p id="p">not yet',
    text: 'done',
  },
};
