import { z } from 'zod';
import { PLANS } from './plans.ts';
import { parseAddress } from './public-address.ts';

/** A text with a limit. A longer text is refused before any other check reads it. */
export const text = (maxCharacters: number) => z.string().max(maxCharacters, { abort: true });

/** No id is as long. */
const MAX_ID_CHARACTERS = 100;

/** The id of a thing. One that does not exist is not found, so this checks no more than the length. */
export const idText = () => text(MAX_ID_CHARACTERS);

/** A name that a request proposes for a file. It is cut or refused later, after trimming (contract 2.2). */
export const filenameText = () => text(1_000);

/**
 * HTML, Markdown or the content of a file. The plan's limit counts bytes and is checked where the plan is known. A byte order mark at
 * its start is no part of the text: what is stored is read without one, so it must be digested without one.
 */
export const contentText = () =>
  text(PLANS['scale-enterprise'].maxHtmlBytes).overwrite((content) =>
    content.startsWith(BYTE_ORDER_MARK) ? content.slice(1) : content,
  );

const BYTE_ORDER_MARK = '\uFEFF';

const NO_ADDRESS = 'must be an absolute URL';

/** An address that the service sends to. Which hosts are allowed is checked where the installation is known. */
export const addressText = () =>
  z
    .string(NO_ADDRESS)
    .max(500, { abort: true })
    .refine((address) => parseAddress(address) !== null, { error: NO_ADDRESS, abort: true })
    .meta({ format: 'uri' });
