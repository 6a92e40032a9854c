import { upcast, type StoredEvent } from '#contracts/core/events.ts';
import { modificaDi, type Modifica } from '#contracts/core/history.ts';

/** An event and what it did to a record. */
export interface Fatto {
  event: StoredEvent;
  modifica: Modifica;
}

/** What a JSON text can hold and PostgreSQL cannot: NUL, and halves of surrogate pairs. */
const INDICIBILE = /\\u0000|\\ud[89a-f][0-9a-f]{2}/i;

const pulisci = (_chiave: string, valore: unknown): unknown =>
  typeof valore === 'string' ? valore.replaceAll('\u0000', '').toWellFormed() : valore;

/** Events as projections are given them: in their current version, and storable in a text column. */
export function attuali(events: readonly StoredEvent[]): StoredEvent[] {
  return events.map((event) => {
    const attuale = upcast(event);
    const json = JSON.stringify(attuale);
    return INDICIBILE.test(json) ? (JSON.parse(JSON.stringify(attuale, pulisci)) as StoredEvent) : attuale;
  });
}

/** The facts this code knows, in order. */
export function fattiNoti(events: readonly StoredEvent[]): Fatto[] {
  return events.flatMap((event): Fatto[] => {
    const modifica = modificaDi(event);
    return modifica ? [{ event, modifica }] : [];
  });
}
