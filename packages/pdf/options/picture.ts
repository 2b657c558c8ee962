/** The settings of a picture of a page. */
export interface Picture {
  readonly type: 'png' | 'jpeg' | 'webp';
  /** As high as the content, and at least as high as the paper. */
  readonly fullPage: boolean;
  /** Only the first element that matches. Not with `fullPage`. */
  readonly selector: string | null;
  /** Pixels of the picture for each CSS pixel of the paper. */
  readonly pixelRatio: number;
  /** 1 to 100, for `jpeg` and `webp`. Null is Chromium's default. A `webp` of 100 is lossless. */
  readonly quality: number | null;
  /** Without the white paper behind the document. Not for `jpeg`. */
  readonly transparent: boolean;
}
