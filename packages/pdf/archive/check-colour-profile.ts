import type { Check } from './check.ts';
import { isSrgbProfile } from './srgb-profile.ts';

/** The number of channels of each colour space that a profile can have. */
const CHANNELS: Readonly<Record<string, number>> = { 'RGB ': 3, GRAY: 1, 'Lab ': 3 };

const HEADER_BYTES = 128;

const CLASSES = ['mntr', 'scnr', 'prtr', 'spac'];

/** The first byte of the version of a profile (ISO 19005-2, 6.2.4.2, and ISO 19005-1, 6.2.3.2). */
const MAX_VERSION = { firstPart: 2, others: 4 } as const;

/** Checks the colour profile of an image, which Chromium keeps as it is. */
export async function checkColourProfile(check: Check, id: number): Promise<void> {
  const { reader, problems, seenProfiles } = check;
  if (seenProfiles.has(id)) return;
  seenProfiles.add(id);
  const object = await reader.object(id);
  const place = `object ${id}`;
  const profile = await check.expand(object, (data) => data.slice(0, HEADER_BYTES));
  if (profile === null || profile.byteLength < HEADER_BYTES) {
    problems.add('6.2.4.2', place, 'the colour profile of an image cannot be read');
    return;
  }
  const read = (at: number) => String.fromCharCode(...profile.subarray(at, at + 4));
  const channels = CHANNELS[read(16)];
  if (channels === undefined)
    problems.add(
      '6.2.4.2',
      place,
      `the colour profile of an image is for the colour space ${read(16).trim()}`,
    );
  else if (channels !== Number(/\/N (\d+)/.exec(object.text)?.[1]))
    problems.add('6.2.4.2', place, 'the colour profile of an image is for another number of channels');
  const isSrgb = async (): Promise<boolean> => (await check.expand(object, isSrgbProfile)) === true;
  if (check.isFirstPart && read(16) === 'RGB ' && (await isSrgb())) {
    check.profilesToMend.add(id);
    return;
  }
  if (
    !CLASSES.includes(read(12)) ||
    (profile[8] ?? 0) > (check.isFirstPart ? MAX_VERSION.firstPart : MAX_VERSION.others)
  )
    problems.add(
      '6.2.4.2',
      place,
      'the colour profile of an image has a class or a version that PDF/A does not allow',
    );
}
