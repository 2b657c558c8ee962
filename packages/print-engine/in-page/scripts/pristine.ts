const withPropertiesOf = <Target extends object>(prototype: object, target: Target): Target =>
  new Proxy(target, {
    get(_, key) {
      const value: unknown = Reflect.get(prototype, key, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
    set: (_, key, value) => Reflect.set(prototype, key, value, target),
  });

/**
 * Its properties as the browser defines them. On the document itself an element's name comes first:
 * `<form name="images">` hides `document.images`, in every world.
 */
export const pristine = (document: Document): Document => withPropertiesOf(HTMLDocument.prototype, document);

/**
 * The properties of a node as the browser defines them. On a form, the names of its fields come first: `<input name="id">` hides `form.id`.
 * The browser's functions do not accept the result as a node.
 */
export const plain = <Kind extends Node>(node: Kind): Kind =>
  node instanceof HTMLFormElement ? withPropertiesOf(HTMLFormElement.prototype, node) : node;

export const page = pristine(document);

/** An element with the id `addEventListener` hides that function of the window. @param isFirst before listeners that do not capture events */
export const onWindow = (type: string, listener: (event: Event) => void, isFirst = false): void =>
  EventTarget.prototype.addEventListener.call(window, type, listener, isFirst);
