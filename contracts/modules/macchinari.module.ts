import { defineModule } from '../core/define-module.ts';
import { plain } from '../export/column.ts';
import { datiMacchina } from '../registers/dati-macchina.ts';
import { macchinari } from '../registers/macchinari.ts';
import { manutMacchinari } from '../registers/manut-macchinari.ts';

/** Module of machines with their data sheets and maintenance plans. */
export const macchinariDefinition = defineModule({
  name: 'macchinari',
  registers: [macchinari, datiMacchina, manutMacchinari],
  // machines: current hours, hours past the most overdue maintenance, reasons why maintenance is due; plan rows: the next deadline
  computed: {
    macchinari: { ore_tot: 'numeric', manutenzione_oltre: 'numeric', manutenzione_motivo: 'text' },
    manutMacchinari: { ore_mancanti: 'numeric', scadenza: 'text' },
  },
  filters: { macchinari: ['manutenzione'] },
  exported: {
    macchinari: {
      ore_tot: { label: 'Ore/Km', type: 'numero', value: ({ ore_tot }) => plain(ore_tot) },
      manutenzione: { label: 'Manutenzione', type: 'testo', value: ({ manutenzione_oltre }) => plain(manutenzione_oltre) },
    },
  },
});
