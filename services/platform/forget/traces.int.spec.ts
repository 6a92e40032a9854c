import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openDatabase } from '#projections/database.ts';
import { testDatabase } from '../../../test/postgres.ts';
import { migrate } from '../postgres/migrations/index.ts';
import type { WriteDatabase } from '../postgres/write-tables.ts';
import { replaceTraces } from './traces.ts';

let database: Awaited<ReturnType<typeof testDatabase>>;
let opened: ReturnType<typeof openDatabase<WriteDatabase>>;
beforeAll(async () => {
  database = await testDatabase();
  opened = openDatabase<WriteDatabase>({ url: database.url, max: 2, schema: 'public' });
  await migrate(opened.db);
});
afterAll(async () => {
  await opened?.db.destroy();
  await database?.close();
});

const contents = {
  cerca: 'Marca',
  filtri: { marca: { contiene: 'MARCA' }, soggetto: ['lavoratore'], nato: { da: '1951-07-23', a: '1951-07-24' } },
  ordina: 'marca',
  colonne: { ordine: ['marca', 'modello'] },
};

describe('Il nome di una persona dimenticata', () => {
  test('da solo se ne va da ciò che le persone scrivono negli elenchi, non dalle colonne né da chi è l’autore', async () => {
    await sql`insert into public.viste (id, tabella, nome, contenuto, condivisa, predefinita, utente, versione, modificato, modificato_da)
      values (1, 'macchinari', 'Del sig. Marca', ${JSON.stringify(contents)}::jsonb, 'no', 0, 'marca', 1, now(), 'marca')`.execute(
      opened.db,
    );
    await replaceTraces(opened.db, {
      names: ['Marca Ugo'],
      parts: ['Marca'],
      values: ['1951-07-23'],
      replacement: String.raw`Lavoratore $&\1`,
    });
    const view = await opened.db
      .withSchema('public')
      .selectFrom('viste')
      .select(['nome', 'contenuto', 'utente', 'modificato_da'])
      .executeTakeFirst();
    expect(view).toEqual({
      nome: String.raw`Del sig. Lavoratore $&\1`,
      contenuto: {
        ...contents,
        cerca: String.raw`Lavoratore $&\1`,
        filtri: {
          marca: { contiene: String.raw`Lavoratore $&\1` },
          soggetto: ['lavoratore'],
          nato: { da: String.raw`Lavoratore $&\1`, a: '1951-07-24' },
        },
      },
      utente: 'marca',
      modificato_da: 'marca',
    });
  });

  test('nel registro degli accessi si toglie come testo: un modello che prende tutto non toglie niente', async () => {
    await sql`insert into public.accessi (quando, tipo, cosa) values (now(), 'zip', 'Zip di Neri (Anna)  Maria, 3 file')`.execute(
      opened.db,
    );
    const forget = async (name: string) => {
      await replaceTraces(opened.db, { names: [name], parts: [], values: [], replacement: 'Lavoratore 1187' });
      return (await sql<{ cosa: string }>`select cosa from public.accessi order by id`.execute(opened.db)).rows.map(({ cosa }) => cosa);
    };
    expect(await forget('.{5,}')).toEqual(['Zip di Neri (Anna)  Maria, 3 file']);
    expect(await forget('neri (anna) maria')).toEqual(['Zip di Lavoratore 1187, 3 file', 'Nome tolto da questo registro: Lavoratore 1187']);
  });
});
