/** A PDF of one page, as Chromium writes it. @param padding bytes of a stream that no page uses */
export function tinyPdf(title: string, padding = 0): Uint8Array<ArrayBuffer> {
  const objects = [
    `<</Title (${title})>>`,
    '<</Type /Catalog /Pages 3 0 R>>',
    '<</Type /Pages /Count 1 /Kids [4 0 R]>>',
    '<</Type /Page /MediaBox [0 0 100 100] /Contents 5 0 R /Resources <<>> /Parent 3 0 R>>',
    `<</Length ${padding}>> stream\n${'x'.repeat(padding)}\nendstream`,
  ];
  let text = '%PDF-1.4\n';
  const offsets = objects.map((object, index) => {
    const offset = text.length;
    text += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const entries = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`);
  const table = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${entries.join('')}`;
  // The types of workerd say that the bytes may be shared.
  return Uint8Array.from(
    new TextEncoder().encode(
      `${text}${table}trailer\n<</Size ${objects.length + 1}\n/Root 2 0 R\n/Info 1 0 R>>\nstartxref\n${text.length}\n%%EOF\n`,
    ),
  );
}
