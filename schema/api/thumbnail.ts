import { z } from 'zod';

/** Source: contract 17.5. */

const THUMBNAIL_WIDTH = { min: 16, max: 1_024 } as const;

export const thumbnailRequest = z
  .object({
    width: z
      .int()
      .min(THUMBNAIL_WIDTH.min)
      .max(THUMBNAIL_WIDTH.max)
      .meta({ description: 'In pixels.', example: 320 }),
  })
  .meta({
    id: 'ThumbnailRequest',
    description: 'Also makes a PNG of page one of the PDF. It is kept as long as the PDF, and costs nothing.',
  });

export const thumbnail = z
  .object({
    url: z.url().meta({ description: 'Permanent address. It works until the file is deleted.' }),
    width: z.int().meta({ description: 'In pixels.' }),
    height: z.int().meta({ description: 'In pixels. At most four times the width.' }),
  })
  .meta({ id: 'Thumbnail', description: 'A PNG of page one.' });
