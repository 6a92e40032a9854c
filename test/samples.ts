/** The smallest files that are what they say from their first to their last marker. */
export const pdf = (text: string): Buffer => Buffer.from(`%PDF-1.4\n${text}\n%%EOF`);

/** The text stands in a comment segment. */
export function jpeg(text: string): Buffer {
  const comment = Buffer.from(text);
  const head = Buffer.from([0xff, 0xd8, 0xff, 0xfe, 0, 0]);
  head.writeUInt16BE(comment.length + 2, 4);
  return Buffer.concat([head, comment, Buffer.from([0xff, 0xd9])]);
}
