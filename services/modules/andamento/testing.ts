import { randomUUID } from 'node:crypto';
import type { MonthCost } from '#contracts/modules/contabilita/result.ts';
import { accountingRemoved, contabilitaElaborata } from '#contracts/modules/contabilita/event.ts';
import type { TestPortal } from '../../../test/portal.ts';

const FILES = { bilMovDip: { nome: 'paghe.csv', sha256: 'a'.repeat(64) }, ripartizioni: { nome: 'ore.csv', sha256: 'b'.repeat(64) } };

/** Returns functions that append events to the log as the accounting job does: a run (`run`), or the removal of its results (`remove`). */
export function accountingOf(portale: TestPortal) {
  const { store, readModelWait } = portale.deps;
  const append = async (
    numero: number,
    fact: Pick<ReturnType<typeof accountingRemoved | typeof contabilitaElaborata>, 'type' | 'data'>,
  ) => {
    const metadata = {
      eventId: randomUUID(),
      commandId: randomUUID(),
      correlationId: 'prova',
      utente: 'anna',
      groupID: 2,
      at: new Date().toISOString(),
      origine: 'job',
    };
    const { position } = await store.append(`contabilita-lavoratori-${numero}`, [{ ...fact, metadata }], 'any');
    await readModelWait.until(position, 20_000);
  };
  return {
    run: (numero: number, perMese: readonly MonthCost[], esito: 'ok' | 'avvisi' | 'anomalie' = 'ok') =>
      append(
        numero,
        contabilitaElaborata(numero, FILES, {
          esito,
          codice: null,
          mesi: perMese.map(({ mese }) => mese),
          errori: 0,
          importabile: true,
          totali: null,
          perMese,
        }),
      ),
    remove: (numero: number) => append(numero, accountingRemoved(numero, FILES, { esito: 'ok', file: 2 })),
  };
}
