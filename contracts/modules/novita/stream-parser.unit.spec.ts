import { describe, expect, it } from 'vitest';
import { streamParser } from './stream-parser.ts';

function parsed(...pieces: string[]): unknown[] {
  const heard: unknown[] = [];
  const feed = streamParser({
    event: (event) => heard.push(event),
    position: (id) => heard.push({ id }),
    retry: (ms) => heard.push({ ms }),
  });
  for (const piece of pieces) feed(piece);
  return heard;
}

describe('streamParser', () => {
  it('reads events with their name and position, wherever the pieces are cut', () => {
    const text = 'id: 7\ndata: {"a":1}\n\nevent: presenza\ndata: x\ndata: y\n\n';
    const whole = [{ id: '7' }, { name: 'message', data: '{"a":1}' }, { name: 'presenza', data: 'x\ny' }];
    expect(parsed(text)).toEqual(whole);
    expect(parsed(...text)).toEqual(whole);
    expect(parsed(...text.replaceAll('\n', '\r\n'))).toEqual(whole);
  });

  it('tells a position without an event, and the time of the next attempt', () => {
    expect(parsed(':\nid: 9\n\n', 'retry: 2000\n\n')).toEqual([{ id: '9' }, { ms: 2000 }]);
  });

  it('leaves out comments, unknown fields and an event that never ended', () => {
    expect(parsed(': hello\nfoo: bar\nretry: soon\n\ndata: x\n')).toEqual([]);
  });
});
