const SECRET = Array.from(crypto.getRandomValues(new Uint32Array(2)), (part) => part.toString(36)).join('');

/** Begins the names of elements, attributes, properties, pages and styles that only the engine may have. No document can guess it. */
export const OWN = `platen-${SECRET}`;
