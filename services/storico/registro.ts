import { z } from 'zod';
import { isCalendarDate } from '#contracts/dates.ts';
import { DomainError } from '#contracts/errors.ts';
import { AREE, GRUPPO_AMMINISTRATORI, GRUPPO_DIREZIONE } from '#contracts/permessi.ts';
import { registro } from '#projections/storico/storico.queries.ts';
import { queryPagina } from '../http/elenco.ts';
import { richiedi } from '../http/permessi.ts';
import type { Dipendenze, Rotta } from '../module.ts';
import { registroDi } from '../registri/chiavi.ts';
import { visibileA } from './visibile.ts';

const RIGHE = 50;
const data = z.string().refine(isCalendarDate, { error: 'Serve una data AAAA-MM-GG' });
const breve = z.string().max(100, { error: 'Al massimo 100 caratteri' });
/** An empty box of the screen's filter asks for nothing. */
const seNonVuoto = <T extends z.ZodType>(schema: T) => z.preprocess((v) => (v === '' ? undefined : v), schema.optional());

const richiesta = queryPagina.extend({
  utente: seNonVuoto(breve),
  area: seNonVuoto(z.enum(AREE, { error: 'Area sconosciuta' })),
  evento: seNonVuoto(breve),
  tabella: seNonVuoto(breve),
  id: seNonVuoto(breve),
  dal: seNonVuoto(data),
  al: seNonVuoto(data),
});

/** The trail of the whole portal, for administrators and management. */
export function rottaRegistro(dip: Dipendenze): Rotta {
  return {
    metodo: 'GET', path: '/api/storico/registro', permesso: 'sessione',
    descrizione: 'Il registro di tutte le modifiche, dalla più recente; solo per i gruppi 2 e 9, di ciò che possono vedere.',
    schema: { query: richiesta },
    async gestisci(req, res, contesto) {
      const identita = richiedi(contesto.identita);
      if (identita.groupID !== GRUPPO_AMMINISTRATORI && identita.groupID !== GRUPPO_DIREZIONE) throw new DomainError('NON_PERMESSO');
      const { righe = RIGHE, ...chiesto } = richiesta.parse(req.query);
      if (chiesto.tabella !== undefined) registroDi(chiesto.tabella);
      const { righe: voci, totale } = await registro(dip.letture, { ...chiesto, righe, visibile: visibileA(identita) });
      res.json({ data: voci, totale });
    },
  };
}
