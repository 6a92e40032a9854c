import { addDays } from '#contracts/core/dates.ts';
import { MANSIONI_DEMO } from './catalogue-personale.ts';
import { CONFINED } from './crew.ts';
import type { CantiereDemo } from './cantieri.ts';
import { RESPONSIBLE_BY_MACHINE, change, type MacchinaDemo } from './macchinari.ts';
import { to, type Entry, type FirmEntry } from './entries.ts';
import { readTable } from './tables.ts';
import { paper } from './validity.ts';

/** Machine whose ropes are checked every quarter. The other demo entries leave its ropes alone. */
export const ROPES = { matricola: 'A0018', campo: 'varie2', scadenza: 'scadenza_varie2', tipo: 'funi', mesi: 3 } as const;

/**
 * Returns entries that give deadlines a story: requirements for machines and roles, a site with a special requirement, repeated renewals of
 * ropes and DURC, responsible people.
 */
export function storyDemo(macchine: readonly MacchinaDemo[], cantieri: readonly CantiereDemo[], today: string): Entry[] {
  const site = cantieri.find(({ commessa }) => commessa === CONFINED.commessa);
  return [
    ...(site ? confinedSpaceEntries(site) : []),
    ...requirements(today),
    ...lookedAfter(macchine, today),
    ...ropes(macchine, today),
    ...durc(today),
  ];
}

/** Required documents by kind of machine and by role. */
const REQUIRED = readTable('requisiti', ['tipologia', 'mansione', 'documento']);
/** Number of days before today on which the requirements were entered. */
const AGREED = 610;

function requirements(today: string): Entry[] {
  const numbers = new Map(MANSIONI_DEMO.map(({ descrizione }, i) => [descrizione, i + 1]));
  return REQUIRED.map(({ tipologia, mansione, documento }, minuto) => ({
    at: to(addDays(today, -AGREED), minuto),
    utente: 'direzione',
    command: {
      register: 'requisiti',
      action: 'create',
      values: {
        ...(tipologia ? { soggetto: 'macchina', tipologia } : { soggetto: 'lavoratore', mansione: numbers.get(mansione)! }),
        tipo_documento: documento,
      },
    },
  }));
}

/** Returns the entries that forbid work on one site without the course for confined spaces. */
const confinedSpaceEntries = ({ commessa, inizio }: CantiereDemo): Entry[] => [
  {
    at: to(addDays(inizio, -1), 10),
    utente: 'direzione',
    command: { register: 'requisiti', action: 'create', values: { soggetto: 'lavoratore', tipo_documento: CONFINED.tipo, commessa } },
  },
  { at: to(addDays(inizio, -1), 20), utente: 'direzione', tipo: { soggetto: 'lavoratore', codice: CONFINED.tipo, valori: { blocca: 1 } } },
];

const lookedAfter = (macchine: readonly MacchinaDemo[], today: string): Entry[] =>
  macchine.flatMap(({ matricola }, i) => {
    const responsabile = RESPONSIBLE_BY_MACHINE[matricola];
    return responsabile === undefined ? [] : [change(matricola, addDays(today, -150), i, { responsabile })];
  });

const ropes = (macchine: readonly MacchinaDemo[], today: string): Entry[] => {
  const machine = macchine.find(({ matricola }) => matricola === ROPES.matricola);
  if (!machine) return [];
  const { modello } = machine;
  return [-196, -108, -20].map((days, i) => {
    const dal = addDays(today, days);
    const rinnovo = paper({ codice: ROPES.tipo, campo_scadenza: ROPES.scadenza, mesi: ROPES.mesi, calcolata: true }, dal);
    return {
      at: to(addDays(dal, 1), 40 + i),
      utente: 'direzione',
      document: {
        matricola: ROPES.matricola,
        campo: ROPES.campo,
        titolo: 'Verifica funi e catene',
        righe: [
          `Macchina ${ROPES.matricola}`,
          `${modello.marca} ${modello.modello}`,
          `Dal ${dal} al ${rinnovo.scadenza}`,
          'Documento dimostrativo',
        ],
        rinnovo,
      },
    };
  });
};

/** Days before today on which a DURC was issued, each some days before the previous one expired. */
const DURC_ISSUED = [678, 562, 446, 330, 214, 98] as const;

/** Returns the entries of the firm's DURC, renewed every four months; the last one expires within a month. */
const durc = (today: string): Entry[] => {
  const kind = { codice: 'durc', campo_scadenza: 'scadenza', mesi: 4, calcolata: true };
  const entryOf = (day: string, minuto: number, ditta: FirmEntry): Entry => ({ at: to(day, minuto), utente: 'direzione', ditta });
  return DURC_ISSUED.flatMap((days, i) => {
    const rinnovo = paper(kind, addDays(today, -days));
    const day = addDays(rinnovo.dal, 1);
    const righe = [`Dal ${rinnovo.dal} al ${rinnovo.scadenza}`, 'Documento dimostrativo'];
    return [
      ...(i === 0 ? [entryOf(day, 70, { tipo: kind.codice, fatto: 'registrato' as const, responsabile: 'direzione' })] : []),
      entryOf(day, 75, { tipo: kind.codice, fatto: 'rinnovato', titolo: 'DURC', righe, rinnovo }),
    ];
  });
};
