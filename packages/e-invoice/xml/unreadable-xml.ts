/** The XML cannot be read, or is larger than a limit. The message is a sentence for the client. */
export class UnreadableXml extends Error {}
