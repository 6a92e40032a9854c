import { describe, expect, it } from 'vitest';
import { campiCaricamento } from './caricamento.ts';
import { indirizzoArchivio } from './archivio.ts';
import { filtriServer, commuta } from './filtri.ts';
import { DOCUMENTI, schedaDi, schedeVisibili } from './schede.ts';

describe('schede del macchinario', () => {
  it('i documenti sono dodici, quattro con la scadenza', () => {
    expect(DOCUMENTI.map((d) => d.label)).toEqual([
      'Certificato CE', 'Carta di Circolazione', 'Certificato di Proprietà', 'Assicurazione', 'Manuale Uso e Manutenzione', 'Catalogo Ricambi',
      'Schema Impianto Elettrico', 'Schema Impianto Idraulico', 'Schema Impianto Pneumatico', 'Scheda Tecnica', 'Verifica funi e catene', 'Verifica periodica',
    ]);
    expect(DOCUMENTI.filter((d) => d.kind === 'document' && d.scadenza)).toHaveLength(4);
  });
  it('ogni campo sta in una scheda: lì si va a correggerlo', () => {
    expect(['matricola', 'scadenza_varie2', 'varie3', 'costo', 'documenti_fattura', 'motore_note'].map(schedaDi))
      .toEqual(['dettagli', 'documenti', 'documenti', 'amministrazione', 'amministrazione', 'dati']);
  });
  it('la scheda MANUTENZIONE è per il solo amministratore', () => {
    expect(schedeVisibili('admin').map((s) => s.id)).toContain('manutenzione');
    expect(schedeVisibili('user').map((s) => s.id)).not.toContain('manutenzione');
  });
  it('un caricamento porta matricola e nome con il suffisso del documento', () => {
    expect(campiCaricamento('A0112', 'varie2')).toEqual({ matricola: 'A0112', nomeManutenzione: 'A0112_FUNI.pdf', docMacch: 'true' });
    expect(campiCaricamento('A0112', 'foto')).toEqual({ matricola: 'A0112', nomeManutenzione: 'A0112_FOTO.jpg', docMacch: 'true' });
  });
});

describe('ARCHIVIO', () => {
  it("apre l'archivio esterno con il suo modello, altrimenti la pagina del portale", () => {
    expect(indirizzoArchivio('https://nas.example/{percorso}/', 'A 1/$&')).toEqual({ href: 'https://nas.example/A%201%2F%24%26/', esterno: true });
    expect(indirizzoArchivio(null, 'A 1')).toEqual({ href: '/home/archivio/A%201', esterno: false });
  });
});

describe("interruttori dell'elenco", () => {
  it('i venduti sono nascosti finché non si chiedono; gli scaduti restano fra i non venduti', () => {
    expect(filtriServer({})).toEqual({ stato_attuale: { diverso: 'Venduto' } });
    expect(filtriServer(commuta('venduti', true))).toEqual({});
    expect(filtriServer(commuta('scaduti', true))).toEqual({ stato_attuale: { diverso: 'Venduto' }, scaduti: true });
  });
  it("uno acceso spegne l'altro", () => {
    expect(Object.keys(commuta('scaduti', true))).toEqual(['scaduti']);
    expect(commuta('venduti', false)).toEqual({});
  });
});
