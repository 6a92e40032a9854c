import type { Chronicle } from '../../core/chronicle.ts';
import type { JsonObject } from '../../core/events.ts';
import type { RecordedData } from '../../core/facts.ts';
import { note, number, text } from '../../core/fields.ts';
import { formatNumber } from '../../core/formats.ts';
import { STATEMENT_ACCESS, STATEMENT_CLOSED, STATEMENT_PATH, STATEMENT_REOPENED } from './closing.ts';
import type { acciseEvents } from './closing.events.ts';
import { quarterForPeople } from './quarter.ts';
import type { RigaDichiarazione } from './statement.ts';

/** History of the excise statements: closings of quarters with their rows, and reopenings with their reason. */
export const acciseChronicle: Chronicle = {
  path: STATEMENT_PATH,
  access: STATEMENT_ACCESS,
  labels: { one: 'dichiarazione accise' },
  key: { field: 'periodo', label: 'Trimestre' },
  fields: {
    righe: note('Righe', { max: 1_000_000 }),
    litri: number('Litri', { decimals: 0 }),
    litri_ammessi: number('Litri ammessi', { decimals: 0 }),
    motivo: text('Motivo', { max: 500 }),
  },
  events: {
    [STATEMENT_CLOSED]: (data) => ({
      sentence: `ha chiuso la dichiarazione accise del ${quarterOfFact(data)}`,
      values: {
        righe: rowsOf(data).map(rowForPeople).join('\n') || 'nessuna riga',
        litri: Number(factOf(data).litri),
        litri_ammessi: Number(factOf(data).litri_ammessi),
      },
    }),
    [STATEMENT_REOPENED]: (data) => ({
      sentence: `ha riaperto la dichiarazione accise del ${quarterOfFact(data)}`,
      values: { motivo: String(factOf(data).motivo) },
    }),
  },
  route: '/home/accise/dichiarazione',
};

const factOf = (data: JsonObject) => data as RecordedData<typeof acciseEvents>;

const quarterOfFact = ({ anno, trimestre }: JsonObject): string => quarterForPeople({ anno: Number(anno), trimestre: Number(trimestre) });

const rowsOf = ({ righe }: JsonObject): RigaDichiarazione[] => righe as unknown as RigaDichiarazione[];

function rowForPeople({ matricola, cantiere, ore, giri, litri, ammessa }: RigaDichiarazione): string {
  const litres = litri === null ? 'litri da calcolare' : `${formatNumber(litri, 0)} litri`;
  return [
    `${matricola}, ${cantiere === null ? 'senza cantiere' : `cantiere ${cantiere}`}`,
    `${formatNumber(ore)} ore, ${formatNumber(giri, 0)} giri, ${litres}`,
    ammessa === 1 ? 'ammessa' : 'non ammessa',
  ].join(': ');
}
