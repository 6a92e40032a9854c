import { sql, type Kysely } from 'kysely';
import { Migrator, type Migration } from 'kysely/migration';
import * as eventi from './0001-eventi.ts';
import * as numeri from './0002-numeri.ts';
import * as accesso from './0003-accesso.ts';
import * as processi from './0004-processi.ts';
import * as reattori from './0005-reattori.ts';
import * as risultatoProcessi from './0006-risultato-processi.ts';
import * as browserConosciuti from './0007-browser-conosciuti.ts';
import * as accessi from './0008-accessi.ts';
import * as chiavi from './0009-chiavi.ts';
import * as operazioni from './0010-operazioni.ts';
import * as chiaviNaturali from './0011-chiavi-naturali.ts';
import * as uscite from './0012-uscite.ts';
import * as numeroPer from './0013-numero-per.ts';
import * as trigrammi from './0014-trigrammi.ts';
import * as posizioneAnnunciata from './0015-posizione-annunciata.ts';
import * as pianiPerChiave from './0016-piani-per-chiave.ts';
import * as processiTolti from './0017-processi-tolti.ts';
import * as accessiAiDati from './0018-accessi-ai-dati.ts';
import * as tentativi from './0019-tentativi.ts';
import * as attivitaSessioni from './0020-attivita-sessioni.ts';
import * as calendari from './0021-calendari.ts';
import * as registroAltrove from './0022-registro-altrove.ts';
import * as importazioni from './0023-importazioni.ts';
import * as processiAnnullati from './0030-processi-annullati.ts';
import * as avvisiGuasti from './0031-avvisi-guasti.ts';
import * as registroNoto from './0035-registro-noto.ts';
import * as dirittiDeiProcessi from './0036-diritti-dei-processi.ts';
import * as flussiRipetuti from './0045-flussi-ripetuti.ts';
import * as passwordProvvisorie from './0050-password-provvisorie.ts';
import * as ruoli from './0070-ruoli.ts';
import * as modifiche from './0091-modifiche.ts';
import * as vociDelleModifiche from './0097-voci-delle-modifiche.ts';
import * as preferenze from './0098-preferenze.ts';
import * as viste from './0099-viste.ts';
import * as avvisi from './0100-avvisi.ts';
import * as osservazioni from './0102-osservazioni.ts';
import * as sigilli from './0104-sigilli.ts';
import * as secondoFattore from './0108-secondo-fattore.ts';
import * as conferma from './0109-conferma.ts';
import * as chiaviPersone from './0110-chiavi-persone.ts';
import * as dimentica from './0111-dimentica.ts';
import * as passkey from './0112-passkey.ts';
import * as streamSlots from './0113-stream-slots.ts';

/** All migrations of the write side, by name and in order. A released migration is never edited; a new one corrects it. */
const MIGRATIONS: Record<string, Migration> = {
  '0001-eventi': eventi,
  '0002-numeri': numeri,
  '0003-accesso': accesso,
  '0004-processi': processi,
  '0005-reattori': reattori,
  '0006-risultato-processi': risultatoProcessi,
  '0007-browser-conosciuti': browserConosciuti,
  '0008-accessi': accessi,
  '0009-chiavi': chiavi,
  '0010-operazioni': operazioni,
  '0011-chiavi-naturali': chiaviNaturali,
  '0012-uscite': uscite,
  '0013-numero-per': numeroPer,
  '0014-trigrammi': trigrammi,
  '0015-posizione-annunciata': posizioneAnnunciata,
  '0016-piani-per-chiave': pianiPerChiave,
  '0017-processi-tolti': processiTolti,
  '0018-accessi-ai-dati': accessiAiDati,
  '0019-tentativi': tentativi,
  '0020-attivita-sessioni': attivitaSessioni,
  '0021-calendari': calendari,
  '0022-registro-altrove': registroAltrove,
  '0023-importazioni': importazioni,
  '0030-processi-annullati': processiAnnullati,
  '0031-avvisi-guasti': avvisiGuasti,
  '0035-registro-noto': registroNoto,
  '0036-diritti-dei-processi': dirittiDeiProcessi,
  '0045-flussi-ripetuti': flussiRipetuti,
  '0050-password-provvisorie': passwordProvvisorie,
  '0070-ruoli': ruoli,
  '0091-modifiche': modifiche,
  '0097-voci-delle-modifiche': vociDelleModifiche,
  '0098-preferenze': preferenze,
  '0099-viste': viste,
  '0100-avvisi': avvisi,
  '0102-osservazioni': osservazioni,
  '0104-sigilli': sigilli,
  '0108-secondo-fattore': secondoFattore,
  '0109-conferma': conferma,
  '0110-chiavi-persone': chiaviPersone,
  '0111-dimentica': dimentica,
  '0112-passkey': passkey,
  '0113-stream-slots': streamSlots,
};

/** Names of all migrations, in order. */
export const migrationNames: readonly string[] = Object.keys(MIGRATIONS).toSorted();

// an arbitrary number that no other advisory lock of the portal uses
const LOCK = 72_616_001;

/**
 * Migrates the schema `public` and returns the names of the applied migrations. Processes that start together migrate one after the other.
 * With `upTo` migrates only up to that migration, as a restore of an older program's data needs. Does nothing if the tables are already as
 * new as `upTo`.
 */
// oxlint-disable-next-line typescript/no-explicit-any -- the migrations precede every type of the tables
export async function migrate(db: Kysely<any>, upTo?: string): Promise<string[]> {
  return db.connection().execute(async (connection) => {
    await sql`select pg_advisory_lock(${LOCK})`.execute(connection);
    try {
      const migrator = new Migrator({
        db: connection,
        provider: { getMigrations: () => Promise.resolve(MIGRATIONS) },
        migrationTableSchema: 'public',
        migrationTableName: 'migrazioni',
        migrationLockTableName: 'migrazioni_lock',
      });
      const migrations = await migrator.getMigrations();
      const isThere = upTo !== undefined && migrations.some(({ name, executedAt }) => name >= upTo && executedAt !== undefined);
      if (isThere) return [];
      const { error, results = [] } = await (upTo === undefined ? migrator.migrateToLatest() : migrator.migrateTo(upTo));
      if (error) throw failure(error, results.find((result) => result.status === 'Error')?.migrationName);
      return results.map((result) => result.migrationName);
    } finally {
      await sql`select pg_advisory_unlock(${LOCK})`.execute(connection);
    }
  });
}

const INSUFFICIENT_PRIVILEGE = '42501';

function failure(error: unknown, name: string | undefined): Error {
  if ((error as { code?: unknown } | null)?.code === INSUFFICIENT_PRIVILEGE)
    return new Error(
      'The tables are of an older release, and the role of DATABASE_URL may not change them: ' +
        'npm run prepare-database with DATABASE_URL_PROPRIETARIO, the role that owns them, brings them up to date.',
      { cause: error },
    );
  const reason = error instanceof Error ? error.message : String(error);
  return new Error(`Migrazione${name ? ` ${name}` : ''} non riuscita: ${reason}`, { cause: error });
}
