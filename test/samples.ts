/** The smallest files that are what they say from their first to their last marker. */
export const pdf = (text: string): Buffer => Buffer.from(`%PDF-1.4\n${text}\n%%EOF`);

/** The text stands where a picture's tables do: what is written about a picture is not kept. */
export function jpeg(text: string): Buffer {
  const table = Buffer.from(text);
  const head = Buffer.from([0xff, 0xd8, 0xff, 0xdb, 0, 0]);
  head.writeUInt16BE(table.length + 2, 4);
  return Buffer.concat([head, table, Buffer.from([0xff, 0xd9])]);
}
