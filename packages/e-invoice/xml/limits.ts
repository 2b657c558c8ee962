/** The limits of XML from a client. An invoice of 3,000 lines has about 4 MB and 150,000 elements, and is 9 deep. */
export const MAX_XML_CHARACTERS = 5_000_000;
export const MAX_ELEMENTS = 300_000;
export const MAX_DEPTH = 64;
export const MAX_ATTRIBUTES = 64;
