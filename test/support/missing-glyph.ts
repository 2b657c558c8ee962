/** A letter of Tolong Siki, a script that Unicode has since version 17. Fonts that one installs with a system have no glyph for it. */
export const WITHOUT_GLYPH = '\u{11DB0}';
