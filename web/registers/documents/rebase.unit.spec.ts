import { describe, expect, it } from 'vitest';
import { catalogue } from '#web/catalogue.ts';
import { rebase } from './rebase.ts';

const macchinari = catalogue.registerOrThrow('macchinari');
const base = { matricola: 'A1', marca: 'Soilmec', targa: null, documenti_ass: 'A1/A1_ASS.pdf', scadenza_assicurazione: '2026-05-01' };
const form = (values: object, version = 3) => ({ base, version, values: { ...base, ...values } });

describe('record che cambia mentre la scheda è aperta', () => {
  it('quello che è scritto resta, il resto e la versione si aggiornano', () => {
    const fresh = { values: { ...base, targa: 'AA 111', documenti_ass: 'A1/nuovo.pdf' }, version: 5 };
    const { record, values } = rebase(macchinari, form({ marca: 'Casagrande' }), fresh, ['documenti_ass']);
    expect(record).toEqual(fresh);
    expect(values).toEqual({ ...fresh.values, marca: 'Casagrande' });
  });
  it('nei campi toccati dal file vale il record, anche se vi si era scritto', () => {
    const fresh = { values: { ...base, documenti_ass: null, scadenza_assicurazione: null }, version: 4 };
    const { values } = rebase(macchinari, form({ scadenza_assicurazione: '2027-05-01', documenti_ass: 'A1/altro.pdf' }), fresh, [
      'documenti_ass',
      'scadenza_assicurazione',
    ]);
    expect(values).toMatchObject({ documenti_ass: null, scadenza_assicurazione: null });
  });
  it("se un'altra persona ha cambiato lo stesso campo resta la versione vecchia: il salvataggio incontra il conflitto", () => {
    const fresh = { values: { ...base, marca: 'Klemm', targa: 'AA 111' }, version: 5 };
    const { record, values } = rebase(macchinari, form({ marca: 'Casagrande' }), fresh);
    expect(record).toEqual({ values: { ...fresh.values, marca: 'Soilmec' }, version: 3 });
    expect(values).toMatchObject({ marca: 'Casagrande', targa: 'AA 111' });
  });
});
