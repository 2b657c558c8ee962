/** The attributes of the templates for the rows with sums. A document with one of them depends on its pages. */
export const CARRIED = 'data-carried-forward';
export const BROUGHT = 'data-brought-forward';

export const CARRY_TEMPLATES = `template[${CARRIED}], template[${BROUGHT}]`;
