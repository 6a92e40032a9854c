import { describe, expect, it } from 'vitest';
import { openName, openNameUnder, NAME_DURATION, signature } from './signed-name.ts';

const SECRET = 's'.repeat(32);
const now = new Date('2026-03-01T10:00:00Z');
const after = (ms: number) => new Date(now.getTime() + ms);

describe('nome di breve durata', () => {
  const name = signature(SECRET, { path: 'A0112/A0112_CE.pdf', version: 3 }, { session: 'abc', now });

  it('apre ciò per cui è stato dato, finché dura', () => {
    expect(openName(SECRET, name, after(NAME_DURATION - 1))).toEqual({
      path: 'A0112/A0112_CE.pdf',
      version: 3,
      reserved: false,
      session: 'abc',
      created: now,
    });
    expect(openName(SECRET, signature(SECRET, { processo: 'abc' }, { session: null, now }), now)).toEqual({
      processo: 'abc',
      session: null,
      created: now,
    });
    expect(
      openName(SECRET, signature(SECRET, { path: 'A/A_CE.pdf', version: 1, reserved: true }, { session: null, now }), now),
    ).toMatchObject({ reserved: true });
  });

  it('scaduto non apre niente', () => {
    expect(openName(SECRET, name, after(NAME_DURATION))).toBeNull();
  });

  it('mentre il segreto cambia apre con quello di prima e con quello di adesso, dopo non più', () => {
    const today = signature('t'.repeat(32), { processo: 'abc' }, { session: null, now });
    for (const given of [name, today]) expect(openNameUnder(['t'.repeat(32), SECRET], given, now)).not.toBeNull();
    expect(openNameUnder(['t'.repeat(32)], name, now)).toBeNull();
  });

  it('con un altro segreto non apre niente', () => {
    expect(openName('t'.repeat(32), name, now)).toBeNull();
  });

  it('cambiato in un carattere qualunque non apre niente', () => {
    for (let i = 0; i < name.length; i += 1) {
      for (const c of ['A', 'B', '.', '-']) {
        if (name[i] === c) continue;
        expect(openName(SECRET, name.slice(0, i) + c + name.slice(i + 1), now)).toBeNull();
      }
    }
  });

  it.each([['', undefined, null, 3, '.', 'a.b', 'a.b.c', name + '.', name + '=', ['x'], 'x'.repeat(10_000)]].flat())(
    'indovinato (%s) non apre niente',
    (test) => {
      expect(openName(SECRET, test, now)).toBeNull();
    },
  );

  it('il sigillo di un nome non vale per i dati di un altro', () => {
    const other = signature(SECRET, { path: 'B/B_CE.pdf', version: 1 }, { session: null, now });
    expect(openName(SECRET, `${other.split('.')[0]}.${name.split('.')[1]}`, now)).toBeNull();
  });
});
