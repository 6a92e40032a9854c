import type { RigaVoce } from '#contracts/modules/andamento/answer.ts';
import { detailHref } from '#contracts/core/record-address.ts';
import { costi } from '#contracts/registers/costi.ts';
import { noleggi } from '#contracts/registers/noleggi.ts';
import { produzionePadre } from '#contracts/registers/produzione-padre.ts';
import { formatEuro, formatNumber } from '#web/lib/format.ts';

/** Texts of a row behind a figure, and the address of its record. */
interface Line {
  text: string;
  note: string;
  href: string | null;
}

/** Text, note and address of each figure's rows. */
const LINE: { [voce in keyof RigaVoce]: (row: RigaVoce[voce]) => Line } = {
  produzione: (row) => ({
    text: [row.lavorazione, row.wbs].filter(Boolean).join(' · ') || 'Senza lavorazione',
    note: [row.data, row.operatore, row.attrezzatura, quantity(row)].filter(Boolean).join(', '),
    href: row.id_intestazione === null ? null : detailHref(produzionePadre, row.id_intestazione),
  }),
  costi: (row) => ({
    text: row.tipologia_costo ?? 'Costo',
    note: [
      row.data,
      row.wbs,
      row.quantita === null || row.prezzo === null ? null : `${formatNumber(row.quantita, 3)} × ${formatEuro(row.prezzo)}`,
    ]
      .filter(Boolean)
      .join(', '),
    href: detailHref(costi, row.id),
  }),
  noleggi: (row) => ({
    text: row.matricola ?? 'Noleggio',
    note: `${row.dal === null ? 'senza data di inizio' : `${row.dal} – ${row.al}, ${row.giorni} giorni`}${row.tariffa === null ? ', senza tariffa' : ` a ${formatEuro(row.tariffa)} al mese`}`,
    href: detailHref(noleggi, row.id_noleggi),
  }),
  manodopera: (row) => ({ text: `Mese ${row.mese}`, note: `elaborazione ${row.numero}`, href: null }),
};

const quantity = ({ quantita, unita }: RigaVoce['produzione']): string =>
  quantita === null ? '' : `${formatNumber(quantita, 3)} ${unita ?? ''}`.trim();

/** Returns the texts of a row of the figure `voce`. */
export const figureLine = (voce: keyof RigaVoce, row: RigaVoce[keyof RigaVoce]): Line =>
  (LINE[voce] as (row: RigaVoce[keyof RigaVoce]) => Line)(row);
