import { describe, test } from 'vitest';
import {
  accessible,
  accessibleInTheDark,
  address,
  noSidewaysScroll,
  photograph,
  SCRIVANIA,
  signIn,
  tabs,
  TELEFONO,
  toolsBesideFilters,
  type Person,
} from './browser.ts';

/** All screens, each with a text that it shows when it is ready, and the people who open it. */
const SCREENS: readonly { nome: string; path: string; pronta: string; persone: readonly Person[] }[] = [
  { nome: 'home', path: '/home', pronta: 'Macchinari con una scadenza passata', persone: ['admin', 'operaio'] },
  { nome: 'macchinari', path: '/home/macchinari', pronta: 'A0001', persone: ['admin', 'operaio'] },
  { nome: 'accise', path: '/home/accise', pronta: 'ACCISE', persone: ['admin', 'capo'] },
  { nome: 'accisa-nuova', path: '/home/accise/nuovo', pronta: 'Inserimento Accise', persone: ['admin', 'capo'] },
  {
    nome: 'accisa-della-macchina',
    path: '/home/accise/nuovo?matricola=A0004',
    pronta: 'Inserimento Accise',
    persone: ['admin', 'capo', 'operaio'],
  },
  { nome: 'accisa', path: '/home/accise/1', pronta: 'Inserimento Accise', persone: ['admin', 'capo'] },
  { nome: 'dichiarazione-accise', path: '/home/accise/dichiarazione', pronta: 'Litri ammessi', persone: ['admin', 'capo'] },
  { nome: 'curve-consumo', path: '/home/curve-consumo', pronta: 'CURVE DI CONSUMO', persone: ['admin', 'capo'] },
  { nome: 'tipologia', path: '/home/tipologia', pronta: 'Autogru', persone: ['admin'] },
  { nome: 'tipologia-dettaglio', path: '/home/tipologia/dettaglio-tipologia?id=1', pronta: 'Inserimento Tipologie', persone: ['admin'] },
  { nome: 'meccanici', path: '/home/meccanici', pronta: 'Ricci Davide', persone: ['admin'] },
  { nome: 'meccanico', path: '/home/meccanici/dettaglio-meccanici?id=1', pronta: 'Inserimento Meccanici', persone: ['admin'] },
  { nome: 'elenco-manutenzioni', path: '/home/elenco-manutenzioni', pronta: 'Batterie', persone: ['admin'] },
  { nome: 'tipo-manutenzione', path: '/home/elenco-manutenzioni/1', pronta: 'Inserimento Manutenzioni', persone: ['admin'] },
  { nome: 'cantieri', path: '/home/cantieri', pronta: '0423', persone: ['admin', 'capo'] },
  { nome: 'cantiere', path: '/home/cantieri/dettaglio-cantiere?id=0412', pronta: 'Inserimento Cantieri', persone: ['admin', 'capo'] },
  { nome: 'cantiere-nuovo', path: '/home/cantieri/dettaglio-cantiere', pronta: 'Inserimento Cantieri', persone: ['admin'] },
  { nome: 'produzione', path: '/home/produzione', pronta: 'PRODUZIONE DEL MESE', persone: ['admin', 'capo'] },
  {
    nome: 'produzione-dettaglio',
    path: '/home/produzione/dettaglio-produzione?id=1',
    pronta: 'Inserimento Produzione',
    persone: ['admin'],
  },
  { nome: 'produzione-nuova', path: '/home/produzione/dettaglio-produzione', pronta: 'Con AVANTI', persone: ['admin', 'capo'] },
  { nome: 'costi', path: '/home/costi', pronta: 'COSTI', persone: ['admin'] },
  { nome: 'costo', path: '/home/costi/dettaglio-costi?id=1', pronta: 'Totale', persone: ['admin'] },
  { nome: 'lavorazioni', path: '/home/lavorazioni', pronta: 'JET GROUTING', persone: ['admin', 'capo'] },
  { nome: 'lavorazione', path: '/home/lavorazioni/dettaglio-lavorazioni?id=1', pronta: 'Inserimento Lavorazioni', persone: ['admin'] },
  { nome: 'wbs', path: '/home/wbs', pronta: 'WBS', persone: ['admin'] },
  { nome: 'operatore', path: '/home/operatore', pronta: 'OPERATORE', persone: ['admin'] },
  { nome: 'tipologia-costi', path: '/home/tipologia-costi', pronta: 'TIPOLOGIA COSTI', persone: ['admin'] },
  { nome: 'referenti', path: '/home/referenti', pronta: 'REFERENTI', persone: ['admin'] },
  { nome: 'referente', path: '/home/referenti/1', pronta: 'Inserimento Referenti', persone: ['admin'] },
  { nome: 'report', path: '/home/report', pronta: 'Questo elenco non ha ancora dati', persone: ['admin'] },
  { nome: 'contabilita-lavoratori', path: '/home/trpwco', pronta: 'Stato Processi', persone: ['admin'] },
  { nome: 'contabilita-chiusa', path: '/home/trpwco', pronta: 'Area non permessa', persone: ['operaio'] },
  { nome: 'importa', path: '/home/importa', pronta: 'IMPORTA', persone: ['admin', 'capo'] },
  { nome: 'posta', path: '/home/posta', pronta: 'POSTA', persone: ['admin', 'capo'] },
  { nome: 'storico', path: '/home/storico', pronta: 'STORICO', persone: ['admin'] },
  { nome: 'macchina-nuova', path: '/home/macchinari/nuovo', pronta: 'Stato attuale', persone: ['admin'] },
  { nome: 'macchina', path: '/home/macchinari/A0004', pronta: 'A0004', persone: ['admin', 'capo', 'operaio'] },
  {
    nome: 'macchina-documenti',
    path: '/home/macchinari/A0004?scheda=documenti&storico=1',
    pronta: 'Verifica periodica',
    persone: ['admin', 'capo'],
  },
  { nome: 'macchina-amministrazione', path: '/home/macchinari/A0004?scheda=amministrazione', pronta: 'Costo Storico', persone: ['admin'] },
  { nome: 'macchina-dati', path: '/home/macchinari/A0004?scheda=dati', pronta: 'A0004', persone: ['admin'] },
  { nome: 'macchina-piano', path: '/home/macchinari/A0004?scheda=manutenzione', pronta: 'Essiccatore', persone: ['admin'] },
  { nome: 'macchina-archivio', path: '/home/archivio/A0004', pronta: 'A0004', persone: ['admin'] },
  { nome: 'macchina-sconosciuta', path: '/home/macchinari/MAI-VISTA', pronta: 'MAI-VISTA', persone: ['admin'] },
  { nome: 'manutenzioni', path: '/home/manutenzioni', pronta: 'MANUTENZIONI', persone: ['admin', 'capo', 'operaio'] },
  { nome: 'manutenzione', path: '/home/manutenzioni/3', pronta: 'Inserimento Manutenzioni', persone: ['admin', 'capo'] },
  {
    nome: 'manutenzione-nuova',
    path: '/home/manutenzioni/nuovo?matricola=A0004',
    pronta: 'Inserimento Manutenzioni',
    persone: ['admin', 'capo', 'operaio'],
  },
  { nome: 'guasti', path: '/home/guasti', pronta: 'GUASTI E CONTROLLI', persone: ['admin', 'operaio'] },
  { nome: 'guasto-segnala', path: '/home/guasti/segnala/A0004', pronta: 'Controllo prima dell’uso', persone: ['capo', 'operaio'] },
  { nome: 'punti-controllo', path: '/home/punti-controllo', pronta: 'PUNTI DI CONTROLLO', persone: ['admin'] },
  { nome: 'scansiona', path: '/home/scansiona', pronta: 'Senza codice', persone: ['admin', 'capo'] },
  { nome: 'scheda-manutenzioni', path: '/tabellaxls?matricola=A0004', pronta: 'FILTRI E OLI', persone: ['admin', 'capo'] },
  { nome: 'scheda-senza-macchina', path: '/tabellaxls', pronta: 'Nessun macchinario scelto', persone: ['admin'] },
  { nome: 'noleggi', path: '/home/noleggi', pronta: 'N00001', persone: ['admin', 'capo'] },
  { nome: 'noleggio', path: '/home/noleggi/dettaglio-noleggi?id=1', pronta: 'Storico Noleggi', persone: ['admin', 'capo'] },
  {
    nome: 'noleggio-documenti',
    path: '/home/noleggi/dettaglio-noleggi?id=1&scheda=documenti',
    pronta: 'Catalogo Ricambi',
    persone: ['admin', 'capo'],
  },
  { nome: 'noleggio-foto', path: '/home/noleggi/dettaglio-noleggi?id=1&scheda=foto', pronta: 'FOTO', persone: ['admin'] },
  { nome: 'noleggio-nuovo', path: '/home/noleggi/dettaglio-noleggi', pronta: 'Inserimento Noleggi', persone: ['admin'] },
  { nome: 'periodo', path: '/home/noleggi/dettaglio-noleggi/1', pronta: 'Tariffa Mensile', persone: ['admin'] },
  { nome: 'etichette', path: '/home/macchinari/print-qrcode?matricola=A0001&matricola=A0056', pronta: 'A0056', persone: ['admin', 'capo'] },
  { nome: 'pagina-qr', path: '/home/macchinari/qrcode/A0056', pronta: 'A0056', persone: ['admin', 'capo', 'operaio'] },
  { nome: 'stampa', path: '/home/macchinari/stampa/A0056?tipo=MacchinarioDettaglio', pronta: 'A0056', persone: ['admin', 'capo'] },
  { nome: 'area-chiusa', path: '/home/noleggi', pronta: 'non', persone: ['operaio'] },
  { nome: 'personale', path: '/home/personale', pronta: 'PERSONALE', persone: ['admin'] },
  { nome: 'personale-compatto', path: '/home/personale?compatta=1', pronta: 'PERSONALE', persone: ['admin'] },
  { nome: 'mansioni', path: '/home/mansioni', pronta: 'MANSIONI', persone: ['admin'] },
  { nome: 'mansione', path: '/home/mansioni/dettaglio-mansioni?id=1', pronta: 'Descrizione', persone: ['admin'] },
  { nome: 'membership', path: '/membership', pronta: 'Full Name', persone: ['admin'] },
  { nome: 'profilo', path: '/membership', pronta: 'Ciao', persone: ['capo', 'operaio'] },
  { nome: 'admin-page', path: '/admin-page', pronta: 'SESSIONI', persone: ['admin'] },
  { nome: 'indirizzo-sconosciuto', path: '/home/mai-vista', pronta: 'Questo indirizzo non esiste', persone: ['admin'] },
];

const SIZES = { scrivania: SCRIVANIA, telefono: TELEFONO } as const;

/**
 * Defines the test that opens all screens of a person in one viewport. Each walk has its own spec file, so that test workers run them in
 * parallel. With `dark`, each screen is also checked in the dark theme.
 */
export function walk(person: Person, size: keyof typeof SIZES, dark = false): void {
  describe('Ogni schermata', () => {
    const browser = tabs();

    test(`per ${person}, ${size}${dark ? ', anche al buio' : ''}: si apre, è accessibile e non scorre di lato`, async () => {
      const { page } = await browser.open(SIZES[size]);
      await signIn(page, person);
      for (const { nome, path, pronta } of SCREENS.filter((s) => s.persone.includes(person))) {
        await page.goto(address(path));
        await page.getByText(pronta).first().waitFor();
        await page.locator('.skeleton').first().waitFor({ state: 'detached' });
        const where = `${nome}, ${person}, ${size}`;
        await photograph(page, `${nome}-${person}-${size}`);
        await noSidewaysScroll(page, where);
        if (size === 'scrivania') await toolsBesideFilters(page, where);
        await accessible(page, where);
        if (dark) await accessibleInTheDark(page, where, `${nome}-${person}-${size}-buio`);
      }
    }, 900_000);
  });
}
