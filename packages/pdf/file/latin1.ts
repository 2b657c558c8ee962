/** One character for each byte, so that places in the text are places in the file. */
export const latin1 = new TextDecoder('latin1');
