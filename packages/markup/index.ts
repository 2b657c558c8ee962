export { type CssAddress, type CssText, readAfterSpace, readCss, readCssAddress } from './css-text.ts';
export { type CssToken, decodeCss, readCssTokens, withoutComments } from './css-tokens.ts';
export { findStandIn } from './stand-in-locales.ts';
export { type Piece, readPieces, type Tag } from './html-pieces.ts';
