import { describe, expect, it } from 'vitest';
import { withName, nameOf, wrongName, renamedFiles } from './file-name.ts';

describe('nome di un file del record', () => {
  it('è la parte dopo la cartella, e si cambia senza toccare la cartella', () => {
    expect(nameOf('A1/A1_CE.pdf')).toBe('A1_CE.pdf');
    expect(withName('A1/A1_CE.pdf', 'altro.pdf')).toBe('A1/altro.pdf');
  });
  it('non può essere vuoto, né cambiare estensione, né avere caratteri che un disco condiviso non accetta', () => {
    const why = (name: string) => wrongName(`A1/${name}`, 'A1/A1_CE.pdf');
    expect(why('Certificato 2026.pdf')).toBeNull();
    expect(why('maiuscolo.PDF')).toBeNull();
    expect(why('.pdf')).toBe('Serve un nome');
    expect(why('altro.txt')).toBe('Il nome deve finire con .pdf');
    expect(why('senza estensione')).toBe('Il nome deve finire con .pdf');
    expect(why('a:b.pdf')).toBe('Contiene caratteri non ammessi');
    expect(why(`${'x'.repeat(200)}.pdf`)).toBe('Al massimo 200 caratteri');
  });
  it('si rinomina quello che il record chiama in un altro modo, non quello che manca o è stato tolto', () => {
    const base = { a: 'A1/a.pdf', b: 'A1/b.pdf', c: null, d: 'A1/d.pdf' };
    const values = { a: 'A1/nuovo.pdf', b: 'A1/b.pdf', c: 'A1/c.pdf', d: null };
    expect(renamedFiles(['a', 'b', 'c', 'd'], base, values)).toEqual([{ campo: 'a', from: 'A1/a.pdf', to: 'A1/nuovo.pdf' }]);
  });
});
