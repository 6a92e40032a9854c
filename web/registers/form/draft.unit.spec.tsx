// @vitest-environment happy-dom
import { act, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Link } from 'wouter';
import type { AnyRegister, Values } from '#contracts/core/define-register.ts';
import { accise } from '#contracts/registers/accise.ts';
import { meccanici } from '#contracts/registers/meccanici.ts';
import { holdDraftKey } from '#web/lib/draft-key.ts';
import { openSession, session } from '#web/lib/session.ts';
import { DRAFT_KEYS, fakePortal, leaveNothing, renderAt, signIn, writes, type Answer } from '#web/portal.testing.tsx';
import { RecordDialog } from './RecordDialog.tsx';
import { RegisterDetail } from './RegisterDetail.tsx';
import { useRecordDialog } from './use-record-dialog.ts';

const ADDRESS = '/home/meccanici/dettaglio-meccanici?id=3';
const ROSSI = { id: 3, descrizione: 'Rossi', utente: 'anna', versione: 4 };
const ORE = { id: 3, data: '2026-03-02', matricola: 'A0112', ore: 10, utente: 'anna', versione: 4 };
const done = (version: number): Answer => ({ body: { message: { insertId: 3, versione: version } } });

const portal = (row: () => object = () => ROSSI, written: () => Answer = () => done(9)) =>
  fakePortal(({ method }) => (method === 'GET' ? { body: { data: [row()], totale: 1 } } : written()));
const open = (address = ADDRESS, def: AnyRegister = meccanici) =>
  renderAt(
    address,
    <>
      <Link href="/home/noleggi">altrove</Link>
      <RegisterDetail def={def} />
    </>,
  );
const field = (name = /^Descrizione/) => screen.findByLabelText<HTMLInputElement>(name);
const offer = () => screen.findByText(/Hai delle modifiche non salvate del/);
const noOffer = () => expect(screen.queryByText(/Hai delle modifiche non salvate/)).toBeNull();
const press = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name });
const kept = () => Object.keys(localStorage).filter((key) => key.startsWith('strato.bozze.'));

/** Types and ends the page without any event, as after a crash. */
async function typeAndCrash(text: string, address = ADDRESS): Promise<void> {
  const { user, unmount } = open(address);
  await user.type(await field(), text);
  unmount();
}

beforeEach(() => signIn());
afterEach(leaveNothing);

describe('ciò che si era scritto e non salvato', () => {
  it('si offre alla riapertura dello stesso record, e Riprendi lo rimette come modifica da salvare', async () => {
    const calls = portal();
    await typeAndCrash('!');
    const { user } = open();
    await offer();
    expect((await field()).value).toBe('Rossi');
    await user.click(press('Riprendi'));
    expect((await field()).value).toBe('Rossi!');
    noOffer();
    await user.click(press('SALVA'));
    await screen.findByText('Modifica effettuata');
    expect(writes(calls)).toMatchObject([{ version: '"4"', body: { meccanici: { id: 3, descrizione: 'Rossi!' } } }]);
    await waitFor(() => expect(kept()).toEqual([]));
  });

  it('scartato non torna più', async () => {
    portal();
    await typeAndCrash('!');
    const { user, unmount } = open();
    await offer();
    await user.click(press('Scarta'));
    noOffer();
    unmount();
    expect(kept()).toEqual([]);
  });

  it('uscendo senza salvare non resta; salvando nemmeno', async () => {
    portal();
    const { user, unmount } = open();
    await user.type(await field(), '!');
    window.dispatchEvent(new Event('pagehide'));
    expect(kept()).toHaveLength(1);
    await user.click(screen.getByText('altrove'));
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'ESCI SENZA SALVARE' }));
    unmount();
    expect(kept()).toEqual([]);
  });

  it('non si offre a un’altra persona, e chi era entrato e non lo è più non lascia niente', async () => {
    portal();
    await typeAndCrash('!');
    openSession({ ...session()!, memberID: 'bruno' });
    holdDraftKey('bruno', DRAFT_KEYS.bruno);
    const { user, unmount } = open();
    await user.type(await field(), '?');
    noOffer();
    sessionStorage.clear();
    unmount();
    expect(kept()).toHaveLength(1);
  });

  it('senza la chiave non si legge e non si scrive: arrivata, si offre ciò che c’era e resta ciò che si è scritto', async () => {
    portal(() => ORE);
    const address = '/home/accise/dettaglio-accise?id=3';
    const first = open(address, accise);
    await first.user.type(await field(/^Minuti/), '3');
    first.unmount();
    expect(JSON.stringify(localStorage)).not.toContain('minuti');
    // as after a reload: the key is not known yet
    holdDraftKey('nessuno', DRAFT_KEYS.bruno);
    const second = open(address, accise);
    await second.user.type(await field(/^Ore/), '5');
    window.dispatchEvent(new Event('pagehide'));
    noOffer();
    expect(kept()).toHaveLength(1);
    act(() => holdDraftKey('anna', DRAFT_KEYS.anna));
    await offer();
    second.unmount();
    const { user } = open(address, accise);
    await offer();
    await user.click(press('Riprendi'));
    expect((await field(/^Minuti/)).value).toBe('3');
    expect((await field(/^Ore/)).value).toBe('5');
  });

  it('resta anche a chi scrive altro senza rispondere: Riprendi dà l’uno e l’altro', async () => {
    portal(() => ORE);
    const address = '/home/accise/dettaglio-accise?id=3';
    const first = open(address, accise);
    await first.user.type(await field(/^Minuti/), '3');
    first.unmount();
    const second = open(address, accise);
    await offer();
    await second.user.type(await field(/^Ore/), '5');
    second.unmount();
    const { user } = open(address, accise);
    await offer();
    await user.click(press('Riprendi'));
    expect((await field(/^Minuti/)).value).toBe('3');
    expect((await field(/^Ore/)).value).toBe('5');
  });

  it('un record nuovo ha la sua, secondo da dove si comincia', async () => {
    portal();
    await typeAndCrash('Verdi', '/home/meccanici/nuovo');
    open('/home/meccanici/nuovo?descrizione=Neri').unmount();
    expect(kept()).toHaveLength(1);
    const { user } = open('/home/meccanici/nuovo');
    await offer();
    await user.click(press('Riprendi'));
    expect((await field()).value).toBe('Verdi');
  });

  it('rimandato dopo un tentativo senza risposta è lo stesso comando', async () => {
    const answers: Answer[] = [{ status: 503 }, done(5)];
    const calls = portal(
      () => ROSSI,
      () => answers.shift() ?? done(9),
    );
    const first = open();
    await first.user.type(await field(), '!');
    await first.user.click(press('SALVA'));
    await screen.findByText('Errore nel salvataggio');
    window.dispatchEvent(new Event('pagehide'));
    first.unmount();
    const { user } = open();
    await offer();
    await user.click(press('Riprendi'));
    await user.click(press('SALVA'));
    await screen.findByText('Modifica effettuata');
    const [one, two] = writes(calls);
    expect(two?.key).toBe(one?.key);
  });
});

describe('il record nel frattempo è andato avanti', () => {
  it('altrove: si salva sopra la versione di adesso', async () => {
    let row: object = ORE;
    const calls = portal(() => row);
    const address = '/home/accise/dettaglio-accise?id=3';
    const first = open(address, accise);
    await first.user.type(await field(/^Minuti/), '3');
    first.unmount();
    row = { ...ORE, ore: 20, versione: 7 };
    const { user } = open(address, accise);
    await offer();
    await user.click(press('Riprendi'));
    expect((await field(/^Ore/)).value).toBe('20');
    await user.click(press('SALVA'));
    await waitFor(() => expect(writes(calls)).toMatchObject([{ version: '"7"', body: { accise: { id: 3, minuti: 3 } } }]));
  });

  it('proprio lì: porta la versione di allora, così il salvataggio incontra il conflitto', async () => {
    let row: object = ROSSI;
    const calls = portal(
      () => row,
      () => ({ status: 409, body: { message: 'Modificato', attuale: row, versione: 7, utente: 'bruno', quando: null } }),
    );
    await typeAndCrash('!');
    row = { ...ROSSI, descrizione: 'Bianchi', versione: 7 };
    const { user } = open();
    await offer();
    await user.click(press('Riprendi'));
    expect((await field()).value).toBe('Rossi!');
    await user.click(press('SALVA'));
    const conflict = await screen.findByRole('alertdialog');
    expect(conflict.textContent).toMatch(/Bianchi.*|Rossi!/);
    expect(writes(calls)).toMatchObject([{ version: '"4"' }]);
  });
});

describe('una finestra', () => {
  const START: Values = {};
  function Line({ tie }: { tie: Values }) {
    const dialog = useRecordDialog({ def: meccanici, row: null, start: START, tie, onEnd: () => {}, onClose: () => {} });
    return <RecordDialog def={meccanici} title="Riga" dialog={dialog} rights={{ save: true, remove: false }} />;
  }
  const line = (tie: Values) => renderAt('/home/x', <Line tie={tie} />);

  it('tiene ciò che vi si scrive, per il suo record; chiusa senza salvare lo dimentica', async () => {
    portal();
    const first = line({ descrizione: 'uno' });
    await first.user.type(await field(), 'Verdi');
    first.unmount();
    const other = line({ descrizione: 'due' });
    await field();
    noOffer();
    other.unmount();
    const { user, unmount } = line({ descrizione: 'uno' });
    await offer();
    await user.click(press('Riprendi'));
    expect((await field()).value).toBe('Verdi');
    await user.click(press('ANNULLA'));
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'CHIUDI' }));
    await waitFor(() => expect(kept()).toEqual([]));
    unmount();
    expect(kept()).toEqual([]);
  });
});
