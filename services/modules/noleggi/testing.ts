import type { Livello, Permesso } from '#contracts/core/permissions.ts';
import type { Persona, PortaleDiProva } from '../../../test/portal.ts';

export const livelli = (allowView: Livello, allowEdit: Livello, allowDelete: Livello, allowInsert: 0 | 1 = 1): Permesso => ({ allowInsert, allowView, allowEdit, allowDelete });
export const pdf = (testo: string) => Buffer.from(`%PDF-1.4\n${testo}`);
export const jpeg = (testo: string) => Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.from(testo)]);

export interface Noleggio {
  id: number;
  matricola: string;
}

/** What the screens of rentals ask for, by the person who asks. */
export function conNoleggi(portale: PortaleDiProva) {
  const riga = async (da: Persona, tabella: string, id: number) => (await portale.chiama('GET', `/api/${tabella}?chiave=${id}`, { da })).corpo.data?.[0];
  return {
    riga,
    async nuovo(da: Persona, valori: Record<string, unknown> = {}): Promise<Noleggio> {
      const { corpo } = await portale.chiama('POST', '/api/noleggi', { da, corpo: { auth: 'x', noleggio: valori } });
      const id = Number(corpo.message.insertId);
      return { id, matricola: String((await riga(da, 'noleggi', id)).matricola) };
    },
    carica(da: Persona, matricola: string, nomeManutenzione: string, dati: Buffer, headers: Record<string, string> = {}) {
      const form = new FormData();
      form.append('file', new Blob([new Uint8Array(dati)]), 'qualunque');
      form.append('matricola', matricola);
      form.append('nomeManutenzione', nomeManutenzione);
      return portale.chiama('POST', '/api/ftp/caricaDoc', { da, corpo: form, headers });
    },
    crea: (da: Persona, tabella: 'fotoNoleggi' | 'storicoNoleggi', valori: Record<string, unknown>) =>
      portale.chiama('POST', `/api/${tabella}`, { da, corpo: { auth: 'x', [tabella]: valori } }),
    ftp: (da: Persona, corpo: unknown) => portale.chiama('POST', '/api/ftp', { da, corpo }),
  };
}
