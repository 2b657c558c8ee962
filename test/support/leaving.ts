/** A document that runs a script in the middle of parsing. */
const during = (code: string): string => `<p>before<script>${code}</script><p>after`;

/** A document that runs a script once it has loaded. */
const afterwards = (code: string): string => during(`onload = () => { ${code} }`);

/** A script that sends a form. */
const sendForm = (properties: Readonly<Record<string, string>> = {}): string =>
  `document.body.append(Object.assign(document.createElement('form'), ${JSON.stringify({ id: 'f', ...properties })})); f.submit()`;

/** Documents that navigate away: without a check, another document or only a part would be printed. */
export const LEAVING: Readonly<Record<string, string>> = {
  'goes to about:blank': during("location = 'about:blank'"),
  'goes to about:blank when it has loaded': afterwards("location = 'about:blank'"),
  'goes to about:srcdoc': during("location = 'about:srcdoc'"),
  'goes to a blob': during("location = URL.createObjectURL(new Blob(['<p>other'], { type: 'text/html' }))"),
  'is what a javascript: address answers': during(`location = "javascript:'<p>other'"`),
  'is that when it has loaded': afterwards(`location = "javascript:'<p>other'"`),
  'reloads itself': during('location.reload()'),
  'is refreshed to another address': '<meta http-equiv="refresh" content="0;url=about:blank"><p>text',
  'sends a form': during(sendForm()),
  'sends a form to a server in the middle': during(sendForm({ action: 'http://192.0.2.1/' })),
  'goes elsewhere in the middle': during("location = 'http://192.0.2.1/'"),
};

/** Documents that try to navigate or that replace their content, with the text that is printed. */
export const STAYING: Readonly<Record<string, readonly [html: string, text: string]>> = {
  'closes its window': [during('window.close()'), 'before after'],
  'closes its window when it has loaded': [afterwards('self.close()'), 'before after'],
  'goes elsewhere when it has loaded': [afterwards("location = 'http://192.0.2.1/'"), 'before after'],
  'sends a form to a server when it has loaded': [
    afterwards(sendForm({ action: 'http://192.0.2.1/' })),
    'before after',
  ],
  'sends a form to a server in a frame': [
    during(
      `document.body.append(Object.assign(document.createElement('iframe'), { name: 'i', hidden: true })); ${sendForm({ action: 'http://192.0.2.1/', target: 'i' })}`,
    ),
    'before after',
  ],
  'goes to a data: address, which browsers refuse': [during("location = 'data:text/html,x'"), 'before after'],
  'goes to a place in itself': [during("location.hash = 'x'"), 'before after'],
  'goes back': [during('history.back()'), 'before after'],
  'calls a function by its address': [during("location = 'javascript:void 0'"), 'before after'],
  'stops its own loading': [during('window.stop()'), 'before'],
  'calls document.open() and does not close it': [
    afterwards("document.open(); document.write('<p>opened')"),
    'opened',
  ],
  'takes its root away': [afterwards('document.documentElement.remove()'), ''],
  'takes its body away': [afterwards('document.body.remove()'), ''],
};
