const TOGETHER = 64 * 1024;

/** Converts texts to the lines of a part. */
export async function* linesOf(texts: AsyncIterable<string> | Iterable<string>): AsyncGenerator<Buffer> {
  let together = '';
  for await (const text of texts) {
    together += `${text}\n`;
    if (together.length < TOGETHER) continue;
    yield Buffer.from(together);
    together = '';
  }
  if (together !== '') yield Buffer.from(together);
}

/** Reads the lines of a part as a stream. */
export async function* textsOf(content: AsyncIterable<Buffer>): AsyncGenerator<string> {
  let pieces: Buffer[] = [];
  for await (const chunk of content) {
    let from = 0;
    for (let end = chunk.indexOf(10); end !== -1; end = chunk.indexOf(10, from)) {
      pieces.push(chunk.subarray(from, end));
      yield Buffer.concat(pieces).toString();
      pieces = [];
      from = end + 1;
    }
    if (from < chunk.length) pieces.push(chunk.subarray(from));
  }
  if (pieces.length > 0) yield Buffer.concat(pieces).toString();
}

/** Groups items by `size`; the last group may be smaller. */
export async function* groupBySize<T>(items: AsyncIterable<T>, size: number): AsyncGenerator<T[]> {
  let group: T[] = [];
  for await (const item of items) {
    group.push(item);
    if (group.length < size) continue;
    yield group;
    group = [];
  }
  if (group.length > 0) yield group;
}
