import { describe, expect, it } from 'vitest';
import { conNome, nomeDi, nomeSbagliato, rinominati } from './file-name.ts';

describe('nome di un file del record', () => {
  it('è la parte dopo la cartella, e si cambia senza toccare la cartella', () => {
    expect(nomeDi('A1/A1_CE.pdf')).toBe('A1_CE.pdf');
    expect(conNome('A1/A1_CE.pdf', 'altro.pdf')).toBe('A1/altro.pdf');
  });
  it("non può essere vuoto, né cambiare estensione, né avere caratteri che un disco condiviso non accetta", () => {
    const perche = (nome: string) => nomeSbagliato(`A1/${nome}`, 'A1/A1_CE.pdf');
    expect(perche('Certificato 2026.pdf')).toBeNull();
    expect(perche('maiuscolo.PDF')).toBeNull();
    expect(perche('.pdf')).toBe('Serve un nome');
    expect(perche('altro.txt')).toBe('Il nome deve finire con .pdf');
    expect(perche('senza estensione')).toBe('Il nome deve finire con .pdf');
    expect(perche('a:b.pdf')).toBe('Contiene caratteri non ammessi');
    expect(perche(`${'x'.repeat(200)}.pdf`)).toBe('Al massimo 200 caratteri');
  });
  it('si rinomina quello che il record chiama in un altro modo, non quello che manca o è stato tolto', () => {
    const base = { a: 'A1/a.pdf', b: 'A1/b.pdf', c: null, d: 'A1/d.pdf' };
    const values = { a: 'A1/nuovo.pdf', b: 'A1/b.pdf', c: 'A1/c.pdf', d: null };
    expect(rinominati(['a', 'b', 'c', 'd'], base, values)).toEqual([{ campo: 'a', from: 'A1/a.pdf', to: 'A1/nuovo.pdf' }]);
  });
});
