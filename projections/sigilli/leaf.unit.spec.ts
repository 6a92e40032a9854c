import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { EventMetadata, Json, JsonObject } from '#contracts/core/events.ts';
import { eventLeaf, leafText } from './leaf.ts';

const metadata: EventMetadata = {
  eventId: 'ABCDEF00-0000-4000-8000-00000000000A',
  commandId: 'c',
  correlationId: 'R',
  utente: 'anna',
  groupID: null,
  at: '2026-01-01T00:00:00.000Z',
  origine: 'web',
};
const event = (data: JsonObject) => ({ stream: 'macchinari-M1', version: 2, type: 'Prova.v1', data, metadata, position: '7' });

/** RFC 8785, written from its text. */
function canonical(value: Json): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  const keys = Object.keys(value).toSorted((a, b) => (a < b ? -1 : 1));
  return `{${keys.map((key) => `${JSON.stringify(key)}:${canonical(value[key]!)}`).join(',')}}`;
}

describe('A leaf of the tree', () => {
  it('is the recorded event in the form of RFC 8785, without its position and with its id in lower case', () => {
    const text = leafText(event({ b: 'é\n', a: [1.0, -0, 1e21, 0.000001, true, null], 'a€': {} }));
    expect(text).toBe(
      '{"data":{"a":[1,0,1e+21,0.000001,true,null],"a€":{},"b":"é\\n"},"metadata":{"at":"2026-01-01T00:00:00.000Z","commandId":"c",' +
        '"correlationId":"R","eventId":"abcdef00-0000-4000-8000-00000000000a","groupID":null,"origine":"web","utente":"anna"},' +
        '"stream":"macchinari-M1","type":"Prova.v1","version":2}',
    );
    expect(eventLeaf(event({})).toString('hex')).toBe(
      createHash('sha256')
        .update(`\0${leafText(event({}))}`)
        .digest('hex'),
    );
  });

  it('is that of the definition for any data, in whatever order its keys come', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string({ unit: 'binary' }), fc.jsonValue()), (data) => {
        const one = event(JSON.parse(JSON.stringify(data)) as JsonObject);
        const { position: _position, ...entry } = { ...one, metadata: { ...metadata, eventId: metadata.eventId.toLowerCase() } };
        const turned = Object.fromEntries(Object.entries(one.data).toReversed());
        expect(leafText(one)).toBe(canonical(entry as unknown as Json));
        expect(leafText({ ...one, data: turned })).toBe(leafText(one));
      }),
    );
  });

  it('is made of half a surrogate pair and of NUL too', () => {
    expect(leafText(event({ a: 'x\ud800y', '\udc00': 1 }))).toContain('"data":{"a":"x\ufffdy","\ufffd":1}');
    expect(leafText(event({ a: '\u0000' }))).toContain(String.raw`{"a":"\u0000"}`);
    expect(leafText(event({ a: String.raw`\ud800` }))).toContain(String.raw`{"a":"\\ud800"}`);
  });
});
