/** Longer than every address that Chromium loads (2 MB), so that nothing else limits these texts. */
const LENGTH = 3_000_000;

const run = (code: string): string => `<p>text<script>const long = 'x'.repeat(${LENGTH}); ${code}</script>`;

const framed = (code: string): string =>
  run(`const frame = document.createElement('iframe'); ${code}; document.body.append(frame)`);

/** A form with a long field, which is sent when the document has been parsed. */
const form = (origin: string): string =>
  `<form method="post" action="${origin}/post"><input type="hidden" name="a"></form><script>
    document.forms[0].a.value = 'x'.repeat(${LENGTH}); document.forms[0].submit()<\\/script>`;

/** What the server of `origin` answers for `/form`. */
export const FORM_DOCUMENT = form('').replace('<\\/', '</');

/** Documents that make one text very long: each of them is a text that DevTools could report. */
export const hostileTexts = (origin: string): Readonly<Record<string, string>> => ({
  'its title': run('document.title = long'),
  'the name of a frame': framed("frame.name = long; frame.srcdoc = '<p>y'"),
  'the name of a frame, later': run(
    "const frame = document.createElement('iframe'); document.body.append(frame); frame.contentWindow.name = long",
  ),
  'a data: address that it goes to': run("location = 'data:text/html,' + long"),
  'a javascript: address': run(`location = 'javascript:void "' + long + '"'`),
  'an http: address that it goes to': run(`onload = () => { location = '${origin}/' + long.slice(0, 1e6) }`),
  'the address of a frame': framed("frame.src = 'data:text/html,' + long"),
  'the address of an object': run(
    "const o = document.createElement('object'); o.data = 'data:text/html,' + long; document.body.append(o)",
  ),
  'the body of a request': run(`fetch('${origin}/post', { method: 'POST', body: long }).catch(() => {})`),
  'the body of a form': `<p>text${form(origin).replace('<\\/', '</')}`,
  'the body of a form in a frame': `<p>text<script>
    const frame = document.createElement('iframe'); frame.srcdoc = \`${form(origin)}\`; document.body.append(frame)</script>`,
  'the body of a form in a frame of another server': `<p>text<iframe src="${origin}/form"></iframe>`,
  'the family of a font': run(
    "const font = new FontFace('F' + long, 'url(data:font/woff2,x)'); document.fonts.add(font); font.load().catch(() => {})",
  ),
  'a line of its console': run('console.error(long); console.log(long); console.dir({ [long]: long })'),
  'an exception': run('throw new Error(long)'),
  'a rejection': run('Promise.reject(new Error(long))'),
  'the address of an image': run(`new Image().src = '${origin}/' + long`),
  'the address of an image that is loaded': run(`new Image().src = '${origin}/' + long.slice(0, 1e6)`),
  'an image in itself': run(
    "const image = new Image(); image.src = 'data:image/png;base64,' + long; document.body.append(image)",
  ),
  'the address of a window': run(`open('${origin}/' + long.slice(0, 1e6)); open('about:blank#' + long)`),
  'the name of a window': run("open('about:blank', long)"),
  'a dialog': run('alert(long); prompt(long, long)'),
  'its place in itself': run(
    "location.hash = long; try { history.pushState(null, '', '#' + long) } catch {}",
  ),
  'its base address': run(
    `document.head.append(Object.assign(document.createElement('base'), { href: '${origin}/' + long }))`,
  ),
  'a refresh': run("document.write(`<meta http-equiv=refresh content='100;url=data:text/html,${long}'>`)"),
  'its policy and its viewport': run(`
    for (const [name, value] of [['httpEquiv', 'Content-Security-Policy'], ['name', 'viewport']])
      document.head.append(Object.assign(document.createElement('meta'), { [name]: value, content: 'width=' + long }))`),
  'the name of a download': run(
    "Object.assign(document.createElement('a'), { href: 'data:application/octet-stream,' + long, download: long }).click()",
  ),
});
