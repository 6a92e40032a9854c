import { describe, expect, it } from 'vitest';
import { DOCUMENT_EVENTS } from '#contracts/core/documents.ts';
import { documentsKnown } from './known-documents.ts';

const put = (percorso: string, file_versione: number, type: string = DOCUMENT_EVENTS.caricato) => ({
  type,
  data: { percorso, file_versione },
});
const there = (...paths: string[]) => paths.map((path) => ({ tree: 'archivio' as const, path }));

function known(...events: { type: string; data: Record<string, unknown> }[]) {
  const documents = documentsKnown();
  for (const event of events) documents.see(event as Parameters<typeof documents.see>[0]);
  return documents;
}

describe('I documenti che il registro conosce', () => {
  it('stanno al loro posto, o tra le versioni; al posto può stare solo l’ultima', () => {
    const documents = known(put('A/A.pdf', 1), put('A/A.pdf', 2), put('B/B.pdf', 1, DOCUMENT_EVENTS.rinominato));
    expect(documents.count).toBe(3);
    expect(documents.missing(there('A/A.pdf', '.versioni/A/A.pdf/1', 'B/B.pdf'))).toEqual([]);
    expect(documents.missing(there('.versioni/A/A.pdf/1', '.versioni/A/A.pdf/2', '.versioni/B/B.pdf/1'))).toEqual([]);
    expect(documents.missing(there('A/A.pdf', 'B/B.pdf'))).toEqual(['A/A.pdf']);
    expect(documents.missing(there('.versioni/A/A.pdf/1'))).toEqual(['A/A.pdf', 'B/B.pdf']);
  });

  it('un file di un’altra cartella non è il documento', () => {
    expect(known(put('A/A.pdf', 1)).missing([{ tree: 'risultati', path: 'A/A.pdf' }])).toEqual(['A/A.pdf']);
  });

  it('ciò che fu solo aperto non è un documento in più; ciò che fu rimosso per sempre non manca', () => {
    const copie = [{ percorso: 'A/A.pdf', file_versione: 1 }];
    const erased = { type: DOCUMENT_EVENTS.oscurato, data: { ...put('A/A.pdf', 1).data, copie } };
    const stranger = { ...erased, data: { copie: [{ percorso: 'Z/mai-visto.pdf', file_versione: 1 }] } };
    const documents = known(put('A/A.pdf', 1), put('A/A.pdf', 2), put('C/C.pdf', 1, DOCUMENT_EVENTS.aperto), erased, stranger);
    expect(documents.count).toBe(1);
    expect(documents.missing(there('A/A.pdf'))).toEqual([]);
    expect(documents.missing([])).toEqual(['A/A.pdf']);
  });

  it('il nome è lo stesso comunque se ne scriva l’accento', () => {
    expect(known(put('A/Qualità.pdf'.normalize('NFD'), 1)).missing(there('A/Qualità.pdf'.normalize('NFC')))).toEqual([]);
    expect(known(put('A/Qualità.pdf'.normalize('NFC'), 1)).missing(there('A/Qualità.pdf'.normalize('NFD')))).toEqual([]);
  });
});
