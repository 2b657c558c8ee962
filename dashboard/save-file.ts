/** Downloads a file that this page has made. */
export function saveFile(content: BlobPart, { filename, type }: { filename: string; type: string }): void {
  const url = URL.createObjectURL(new Blob([content], { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = filename;
  link.click();
  URL.revokeObjectURL(url);
}
