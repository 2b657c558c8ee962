/**
 * Its properties as the browser defines them. On the document itself an element's name comes first:
 * `<form name="images">` hides `document.images`, in every world.
 */
export const pristine = (document: Document): Document =>
  new Proxy(document, {
    get(target, key) {
      const value: unknown = Reflect.get(HTMLDocument.prototype, key, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
    set: (target, key, value) => Reflect.set(HTMLDocument.prototype, key, value, target),
  });

export const page = pristine(document);

/** An element with the id `addEventListener` hides that function of the window. */
export const onWindow = (type: string, listener: (event: Event) => void): void =>
  EventTarget.prototype.addEventListener.call(window, type, listener);
