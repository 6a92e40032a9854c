/** Returns a minimal valid PDF that contains the text. */
export const pdf = (text: string): Buffer => Buffer.from(`%PDF-1.4\n${text}\n%%EOF`);

/** Returns a minimal JPEG with the text in a table segment, since the portal removes metadata segments. */
export function jpeg(text: string): Buffer {
  const table = Buffer.from(text);
  const head = Buffer.from([0xff, 0xd8, 0xff, 0xdb, 0, 0]);
  head.writeUInt16BE(table.length + 2, 4);
  return Buffer.concat([head, table, Buffer.from([0xff, 0xd9])]);
}
