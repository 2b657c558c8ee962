import { crc32 } from 'node:zlib';

export interface ZipEntry {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** Reads an archive whose entries are stored, and checks each against its checksum. @throws {Error} it is damaged */
export function readZip(bytes: Uint8Array): ZipEntry[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  // The archive has no comment.
  const end = bytes.byteLength - 22;
  if (view.getUint32(end, true) !== 0x06054b50) throw new Error('The archive has no end');
  const entries: ZipEntry[] = [];
  let at = view.getUint32(end + 16, true);
  for (let count = view.getUint16(end + 10, true); count > 0; count -= 1) {
    if (view.getUint32(at, true) !== 0x02014b50) throw new Error('The directory is damaged');
    if (view.getUint16(at + 10, true) !== 0) throw new Error('An entry is compressed');
    const [crc, size] = [view.getUint32(at + 16, true), view.getUint32(at + 24, true)];
    const nameLength = view.getUint16(at + 28, true);
    const name = decode(bytes.subarray(at + 46, at + 46 + nameLength));
    const local = view.getUint32(at + 42, true);
    if (view.getUint32(local, true) !== 0x04034b50)
      throw new Error(`${name} is not where the directory says`);
    const start = local + 30 + view.getUint16(local + 26, true) + view.getUint16(local + 28, true);
    const content = bytes.subarray(start, start + size);
    if (crc32(content) !== crc) throw new Error(`${name} is damaged`);
    entries.push({ name, bytes: content });
    at += 46 + nameLength + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
  }
  return entries;
}

const decode = (bytes: Uint8Array): string => Buffer.from(bytes).toString();
