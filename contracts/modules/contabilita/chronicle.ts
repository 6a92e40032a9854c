import type { Chronicle } from '../../core/chronicle.ts';
import type { JsonObject } from '../../core/events.ts';
import type { RecordedData } from '../../core/facts.ts';
import { flag, money, number, text } from '../../core/fields.ts';
import type { contabilitaEvents } from './event.ts';
import { CONTABILITA_ELABORATA, ACCOUNTING_REMOVED } from './event-names.ts';
import { monthsForPeople, numberForPeople } from './names.ts';

/** History of the worker accounting: runs with their files and outcome, and deleted results. */
export const contabilitaChronicle: Chronicle = {
  path: 'contabilita-lavoratori',
  // entries concern wages, so the area is `report`
  access: { area: 'report', write: 'area' },
  labels: { one: 'contabilità lavoratori' },
  key: { field: 'numero', label: 'Numero' },
  fields: {
    periodo: text('Periodo'),
    esito: text('Esito'),
    errori: number('Errori', { decimals: 0 }),
    importabile: flag('Prima nota importabile'),
    dare: money('Dare'),
    avere: money('Avere'),
    ripartito: money('Costo ripartito'),
    non_ripartito: money('Costo non ripartito'),
    bilMovDip: text('File Bill Mov Dip'),
    bilMovDip_sha256: text('SHA-256 di Bill Mov Dip'),
    ripartizioni: text('File Ripartizione'),
    ripartizioni_sha256: text('SHA-256 di Ripartizione'),
  },
  events: {
    [CONTABILITA_ELABORATA]: (data) => ({
      sentence:
        runIn(data).esito === 'errore' ? 'ha elaborato la contabilità lavoratori, con un errore' : 'ha elaborato la contabilità lavoratori',
      values: {
        periodo: monthsForPeople([runIn(data).dal, runIn(data).al].filter((month): month is string => typeof month === 'string')) || null,
        esito: textOf(data, 'esito'),
        errori: numberOf(data, 'errori'),
        importabile: runIn(data).importabile === true ? 1 : 0,
        dare: euro(data, 'dare_accettato_cent'),
        avere: euro(data, 'avere_accettato_cent'),
        ripartito: euro(data, 'costo_ripartito_cent'),
        non_ripartito: euro(data, 'costo_non_ripartito_cent'),
        bilMovDip: textOf(data, 'bilMovDip'),
        bilMovDip_sha256: textOf(data, 'bilMovDip_sha256'),
        ripartizioni: textOf(data, 'ripartizioni'),
        ripartizioni_sha256: textOf(data, 'ripartizioni_sha256'),
      },
    }),
    // the sentence names the run and its files, since nothing else of a deleted result can be seen
    [ACCOUNTING_REMOVED]: (data) => ({
      kind: 'eliminato',
      sentence: `ha tolto il risultato ${numberForPeople(numberOf(data, 'numero') ?? 0)} della contabilità lavoratori (${textOf(data, 'bilMovDip')}, ${textOf(data, 'ripartizioni')})`,
      values: {},
    }),
  },
  route: '/home/trpwco',
};

/** Names of the facts' data. */
type Name = keyof RecordedData<typeof contabilitaEvents>;

const runIn = (data: JsonObject) => data as RecordedData<typeof contabilitaEvents>;
const textOf = (data: JsonObject, name: Name): string | null => (typeof data[name] === 'string' ? data[name] : null);
const numberOf = (data: JsonObject, name: Name): number | null => (typeof data[name] === 'number' ? data[name] : null);

/** Converts cents of an event to euro, for display only. */
function euro(data: JsonObject, name: Name): number | null {
  const cents = numberOf(data, name);
  return cents === null ? null : cents / 100;
}
