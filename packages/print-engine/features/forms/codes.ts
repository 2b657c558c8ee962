/** The code of a warning that is also a fault of the kind `glyphs`. */
export const FIELD_GLYPHS = 'FIELD_GLYPHS';
