import { describe, expect, it } from 'vitest';
import { apriNome, DURATA_NOME, firma } from './signed-name.ts';

const SEGRETO = 's'.repeat(32);
const ora = new Date('2026-03-01T10:00:00Z');
const dopo = (ms: number) => new Date(ora.getTime() + ms);

describe('nome di breve durata', () => {
  const nome = firma(SEGRETO, { percorso: 'A0112/A0112_CE.pdf', versione: 3 }, ora);

  it('apre ciò per cui è stato dato, finché dura', () => {
    expect(apriNome(SEGRETO, nome, dopo(DURATA_NOME - 1))).toEqual({ percorso: 'A0112/A0112_CE.pdf', versione: 3 });
    expect(apriNome(SEGRETO, firma(SEGRETO, { processo: 'abc' }, ora), ora)).toEqual({ processo: 'abc' });
  });

  it('scaduto non apre niente', () => {
    expect(apriNome(SEGRETO, nome, dopo(DURATA_NOME))).toBeNull();
  });

  it('con un altro segreto non apre niente', () => {
    expect(apriNome('t'.repeat(32), nome, ora)).toBeNull();
  });

  it('cambiato in un carattere qualunque non apre niente', () => {
    for (let i = 0; i < nome.length; i += 1) {
      for (const c of ['A', 'B', '.', '-']) {
        if (nome[i] === c) continue;
        expect(apriNome(SEGRETO, nome.slice(0, i) + c + nome.slice(i + 1), ora)).toBeNull();
      }
    }
  });

  it.each([['', undefined, null, 3, '.', 'a.b', 'a.b.c', nome + '.', nome + '=', ['x'], 'x'.repeat(10_000)]].flat())('indovinato (%s) non apre niente', (prova) => {
    expect(apriNome(SEGRETO, prova, ora)).toBeNull();
  });

  it('il sigillo di un nome non vale per i dati di un altro', () => {
    const altro = firma(SEGRETO, { percorso: 'B/B_CE.pdf', versione: 1 }, ora);
    expect(apriNome(SEGRETO, `${altro.split('.')[0]}.${nome.split('.')[1]}`, ora)).toBeNull();
  });
});
