import { z } from 'zod';
import type { Catalogue } from '#contracts/core/catalogue.ts';
import type { AnyRegister } from '#contracts/core/define-register.ts';
import { scope, type Identity } from '#contracts/core/permissions.ts';
import { detailHref } from '#contracts/core/record-address.ts';
import { recordName } from '#contracts/core/record-name.ts';
import { recordKey } from '#contracts/core/record-state.ts';
import { MAX_RECENT, MENU_ORDER, type SearchHit } from '#contracts/modules/cerca/search-hit.ts';
import { findRecords, type FoundRow } from '#projections/cerca/cerca.queries.ts';
import { requireIdentity } from '#services/platform/http/permissions.ts';
import type { Dependencies, Module } from '#services/platform/module.ts';

const ROWS = 20;
const MAX_ROWS = 50;
const MAX_LETTERS = 200;

const rowsFault = `Serve un numero da 1 a ${MAX_ROWS}`;
const searchQuery = z.object({
  q: z
    .string({ error: 'Serve un testo' })
    .max(MAX_LETTERS, { error: `Al massimo ${MAX_LETTERS} caratteri` })
    .default(''),
  righe: z
    .string({ error: rowsFault })
    .regex(/^\d{1,3}$/, { error: rowsFault })
    .transform(Number)
    .refine((n) => n >= 1 && n <= MAX_ROWS, { error: rowsFault })
    .default(ROWS),
  recenti: z
    .string({ error: 'Serve un elenco tabella:id' })
    .max(5000, { error: 'Al massimo 5000 caratteri' })
    .default('')
    .transform((text) => text.split(',').filter(Boolean))
    .refine((all) => all.length <= MAX_RECENT, { error: `Al massimo ${MAX_RECENT} record recenti` })
    .refine((all) => all.every((one) => one.indexOf(':') > 0), { error: 'Serve un elenco tabella:id' }),
});

/** Creates the module of the search over the records of all registers. */
export function cercaModule({ catalogue, lists }: Dependencies): Module {
  const order = menuOrder(catalogue);
  return {
    name: 'cerca',
    routes: [
      {
        method: 'GET',
        path: '/api/cerca',
        permission: 'session',
        description:
          'I record di ogni registro che si può vedere e che contengono tutte le parole di q, anche solo l’inizio e senza accenti; se non ce n’è, con una lettera sbagliata. Una lettera sola è l’inizio della chiave. Prima la chiave esatta, poi recenti (tabella:id, al massimo 20), poi l’ordine del menu; senza q i recenti.',
        schema: { query: searchQuery },
        async handle(req, res, context) {
          const identity = requireIdentity(context.identity);
          const { q, righe, recenti } = searchQuery.parse(req.query);
          const rows = await findRecords(lists, {
            words: q.replaceAll('\u0000', ' '),
            ...seenBy(catalogue, identity),
            order,
            recent: recenti.map(recentKey),
            rows: righe,
          });
          res.json({ data: rows.map((row) => toFound(catalogue, row)) });
        },
      },
    ],
  };
}

const menuOrder = ({ registers }: Catalogue): string[] => [...new Set([...MENU_ORDER, ...registers.map(({ path }) => path)])];

/** Returns the paths of the registers of which the person may view all records, and of those with only the person's own. */
function seenBy({ registers }: Catalogue, identity: Identity): { all: string[]; own: string[]; utente: string } {
  const having = (asked: 'all' | 'own') => registers.filter((def) => scope(identity, def.access, 'view') === asked).map(({ path }) => path);
  return { all: having('all'), own: having('own'), utente: identity.memberID };
}

function recentKey(text: string): string {
  const at = text.indexOf(':');
  return recordKey(text.slice(0, at), text.slice(at + 1).replaceAll('\u0000', ''));
}

function toFound(catalogue: Catalogue, row: FoundRow): SearchHit {
  const def = catalogue.registerOrThrow(row.tabella);
  const above = def.parent && catalogue.registerOrThrow(def.parent.register);
  const parent = above && row.padre !== null ? { id: row.padre, values: row.valori_padre ?? {} } : undefined;
  const name = recordName(catalogue, def, { id: row.id, values: row.valori }, parent);
  return {
    tabella: def.path,
    etichetta: def.labels.many,
    id: row.id,
    titolo: name.charAt(0).toUpperCase() + name.slice(1),
    sotto: subline(def, row),
    indirizzo: above && parent ? detailHref(above, parent.id) : detailHref(def, row.id),
  };
}

const SUBLINE_VALUES = 4;

/**
 * Returns the second line of a hit: up to four values that the title does not contain. The title of a record with a natural key is only the
 * key, so its second line may include the record's name.
 */
function subline(def: AnyRegister, { valori }: FoundRow): string {
  const told = new Set<string>([def.key.field, def.parent?.field ?? '', ...(def.key.kind === 'natural' && !def.parent ? [] : def.name)]);
  return [...new Set([...def.name, ...def.list.search])]
    .filter((name) => !told.has(name) && def.fields[name]?.kind !== 'date')
    .map((name) => valori[name])
    .filter((value) => value !== null && value !== undefined && value !== '')
    .slice(0, SUBLINE_VALUES)
    .join(' · ');
}
