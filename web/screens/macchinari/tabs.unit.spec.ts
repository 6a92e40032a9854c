import { describe, expect, it } from 'vitest';
import { uploadFields } from './upload.ts';
import { archiveAddress } from '#web/registers/archive-address.ts';
import { serverFilters, toggleFilter } from './filters.ts';
import { DOCUMENTS, tabOf, visibleTabs } from './tabs.ts';

describe('schede del macchinario', () => {
  it('i documenti sono dodici, quattro con la scadenza', () => {
    expect(DOCUMENTS.map((d) => d.label)).toEqual([
      'Certificato CE',
      'Carta di Circolazione',
      'Certificato di Proprietà',
      'Assicurazione',
      'Manuale Uso e Manutenzione',
      'Catalogo Ricambi',
      'Schema Impianto Elettrico',
      'Schema Impianto Idraulico',
      'Schema Impianto Pneumatico',
      'Scheda Tecnica',
      'Verifica funi e catene',
      'Verifica periodica',
    ]);
    expect(DOCUMENTS.filter((d) => d.kind === 'document' && d.scadenza)).toHaveLength(4);
  });
  it('ogni campo sta in una scheda: lì si va a correggerlo', () => {
    expect(['matricola', 'scadenza_varie2', 'varie3', 'costo', 'documenti_fattura', 'motore_note'].map(tabOf)).toEqual([
      'dettagli',
      'documenti',
      'documenti',
      'amministrazione',
      'amministrazione',
      'dati',
    ]);
  });
  it('la scheda MANUTENZIONE è per il solo amministratore', () => {
    expect(visibleTabs('admin').map((s) => s.id)).toContain('manutenzione');
    expect(visibleTabs('user').map((s) => s.id)).not.toContain('manutenzione');
  });
  it('un caricamento porta matricola e nome con il suffisso del documento', () => {
    expect(uploadFields('A0112', 'varie2')).toEqual({ matricola: 'A0112', nomeManutenzione: 'A0112_FUNI.pdf', docMacch: 'true' });
    expect(uploadFields('A0112', 'foto')).toEqual({ matricola: 'A0112', nomeManutenzione: 'A0112_FOTO.jpg', docMacch: 'true' });
  });
});

describe('ARCHIVIO', () => {
  it("apre l'archivio esterno con il suo modello, altrimenti la pagina del portale", () => {
    expect(archiveAddress('https://nas.example/{percorso}/', 'A 1/$&')).toEqual({
      href: 'https://nas.example/A%201%2F%24%26/',
      esterno: true,
    });
    expect(archiveAddress(null, 'A 1')).toEqual({ href: '/home/archivio/A%201', esterno: false });
  });
});

describe("interruttori dell'elenco", () => {
  it('i venduti sono nascosti finché non si chiedono; gli scaduti restano fra i non venduti', () => {
    expect(serverFilters({})).toEqual({ stato_attuale: { diverso: ['Venduto', 'Demolito'] } });
    expect(serverFilters(toggleFilter('venduti', true))).toEqual({});
    expect(serverFilters(toggleFilter('manutenzione', true))).toEqual({
      stato_attuale: { diverso: ['Venduto', 'Demolito'] },
      manutenzione: true,
    });
    expect(serverFilters(toggleFilter('in_scadenza', true))).toEqual({
      stato_attuale: { diverso: ['Venduto', 'Demolito'] },
      in_scadenza: true,
    });
    expect(serverFilters(toggleFilter('scaduti', true))).toEqual({ stato_attuale: { diverso: ['Venduto', 'Demolito'] }, scaduti: true });
  });
  it("uno acceso spegne l'altro", () => {
    expect(Object.keys(toggleFilter('scaduti', true))).toEqual(['scaduti']);
    expect(toggleFilter('venduti', false)).toEqual({});
  });
});
