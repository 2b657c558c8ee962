/** Runs in the document's own world, before its scripts. They may change it: it affects only their own wait. */
import { REQUEST_EVENT } from '../messages.ts';

const report = (begins: boolean): void => {
  EventTarget.prototype.dispatchEvent.call(window, new CustomEvent(REQUEST_EVENT, { detail: begins }));
};
const end = (): void => report(false);

/** Until the body has arrived. The document reads another copy of it. */
async function readToEnd(response: Response): Promise<void> {
  await response.clone().body?.pipeTo(new WritableStream());
}

const originalFetch = window.fetch;
window.fetch = async (...request) => {
  report(true);
  try {
    const response = await originalFetch(...request);
    readToEnd(response).then(end, end);
    return response;
  } catch (error) {
    end();
    throw error;
  }
};

window.XMLHttpRequest = class extends XMLHttpRequest {
  override send(body?: Document | XMLHttpRequestBodyInit | null): void {
    report(true);
    this.addEventListener('loadend', end, { once: true });
    try {
      super.send(body);
    } catch (error) {
      this.removeEventListener('loadend', end);
      end();
      throw error;
    }
  }
};
