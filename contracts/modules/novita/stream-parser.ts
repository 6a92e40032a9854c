/** An event of a `text/event-stream`, as the HTML standard reads it. */
export interface StreamEvent {
  /** `message` for an event without a name. */
  name: string;
  data: string;
}

/** Functions that a parser calls with the parts of a stream. */
export interface StreamReader {
  event(event: StreamEvent): void;
  /** The position behind which a stream that is cut goes on; it may come without an event. */
  position(id: string): void;
  /** Milliseconds after which to connect again. */
  retry(ms: number): void;
}

/** Returns a function that takes the text of a stream, in pieces of any size. */
export function streamParser(reader: StreamReader): (text: string) => void {
  let rest = '';
  let name = '';
  let data: string[] = [];
  const line = (text: string): void => {
    if (text === '') {
      if (data.length > 0) reader.event({ name: name || 'message', data: data.join('\n') });
      [name, data] = ['', []];
      return;
    }
    const colon = text.indexOf(':');
    const field = colon === -1 ? text : text.slice(0, colon);
    const value = colon === -1 ? '' : text.slice(colon + 1).replace(/^ /, '');
    if (field === 'data') data.push(value);
    else if (field === 'event') name = value;
    else if (field === 'id' && !value.includes('\u0000')) reader.position(value);
    else if (field === 'retry' && /^\d+$/.test(value)) reader.retry(Number(value));
  };
  return (text) => {
    const lines = (rest + text).split(/\r\n|\n|\r(?!$)/);
    rest = lines.pop() ?? '';
    for (const one of lines) line(one);
  };
}
