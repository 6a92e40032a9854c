import { sql } from 'kysely';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { currentIdentity } from '#projections/accesso/accesso.queries.ts';
import { startTestPortal, type Person, type TestPortal } from '../../../../test/portal.ts';
import { enter, md5 } from '../../../../test/access.ts';
import { rulesOver } from '#services/modules.ts';
import { importFile, rehearse, type ImportRequest } from './import-file.ts';
import { readImportFile } from './read-file.ts';
import { undoImport } from './undo-import.ts';

const ALL = { allowInsert: 1, allowView: 3, allowEdit: 3, allowDelete: 3 } as const;

describe('L’importazione', () => {
  let portal: TestPortal;
  let clerk: Person;
  let folder: string;

  beforeAll(async () => {
    portal = await startTestPortal();
    clerk = await portal.person({ permessi: { macchinari: ALL, cantieri: ALL, produzione: ALL, manutenzioni: ALL } });
    folder = await mkdtemp(join(tmpdir(), 'strato-import-'));
  });
  afterAll(async () => {
    await portal?.stop();
    await rm(folder, { recursive: true, force: true });
  });

  let files = 0;
  const asked = async (
    text: string,
    register?: string,
    { as = clerk, extension = register ? 'csv' : 'sql' } = {},
  ): Promise<ImportRequest> => {
    const path = join(folder, `${(files += 1)}.${extension}`);
    await writeFile(path, text);
    const identity = (await currentIdentity(portal.deps.readDb, as.memberID))!;
    return { file: await readImportFile(path), name: `${files}.${extension}`, identity, ...(register ? { register } : {}) };
  };
  const tried = async (request: ImportRequest) => rehearse(portal.deps, rulesOver, request);
  const imported = async (request: ImportRequest) => importFile(portal.deps, request, await tried(request));
  const rows = async (path: string, key: string) => {
    const { body } = await portal.call('GET', `/api/${path}?chiave=${encodeURIComponent(key)}`, { as: clerk });
    return (body as { data?: Record<string, unknown>[] }).data ?? [];
  };
  const head = () => portal.deps.store.head();
  const seen = async () => portal.deps.readModelWait.until((await head())!);

  test('la prova dice ogni errore per riga e colonna, con le parole del modulo, e non lascia niente', async () => {
    const before = [await head(), (await sql`select * from public.chiavi_naturali`.execute(portal.deps.readDb)).rows.length];
    const { errors, rows: count } = await tried(
      await asked(
        'Matricola;Descrizione;Scadenza assicurazione;Colore preferito\nP1;Sonda;31/02/2026;rosso\n;Senza chiave;;\nP2;Buona;;\np2;Doppia;;\n',
        'macchinari',
      ),
    );
    expect(count).toBe(4);
    expect(errors.map(({ row, column }) => [row, column])).toEqual(
      expect.arrayContaining([
        [3, 'Matricola'],
        [5, null],
      ]),
    );
    expect(errors.find(({ row }) => row === 5)?.message).toContain('esiste già, scritta "P2"');
    expect([await head(), (await sql`select * from public.chiavi_naturali`.execute(portal.deps.readDb)).rows.length]).toEqual(before);
  });

  test('una riga sbagliata: non nasce niente; corretta, nascono tutte, con la loro storia', async () => {
    const wrong = await asked('matricola;descrizione\nI1;Sonda\nI1;Altra\n', 'macchinari');
    await expect(imported(wrong)).rejects.toThrow('non è stato importato niente');
    expect(await rows('macchinari', 'I1')).toEqual([]);
    const right = await asked('matricola;descrizione\nI1;Sonda\nI2;Altra\n', 'macchinari');
    expect(await imported(right)).toMatchObject({ created: 2, existing: 0 });
    await seen();
    expect(await rows('macchinari', 'I1')).toMatchObject([{ descrizione: 'Sonda', utente: clerk.memberID }]);
    const events = await portal.deps.store.read('macchinari-I1');
    expect(events.map(({ metadata }) => [metadata.origine, metadata.utente])).toEqual([['importazione', clerk.memberID]]);
  });

  test('lo stesso file due volte, o ucciso a metà e ripreso, non fa nessun record due volte', async () => {
    const many = await asked(
      `matricola;descrizione\n${Array.from({ length: 40 }, (_, i) => `K${i};Macchina ${i}`).join('\n')}\n`,
      'macchinari',
    );
    const rehearsed = await tried(many);
    let left = 15;
    const dying = {
      ...portal.deps,
      dispatch: async (...call: Parameters<typeof portal.deps.dispatch>) => {
        const outcome = await portal.deps.dispatch(...call);
        // the command was recorded, but the import crashed before it noted the row
        if (left-- <= 0) throw new Error('killed');
        return outcome;
      },
    };
    await expect(importFile(dying, many, rehearsed)).rejects.toThrow('killed');
    // the import is repeated like any command or job; the records of the first run do not count as duplicates
    const again = await imported(many);
    expect(again.created + again.existing).toBe(40);
    expect(await importFile(portal.deps, many, rehearsed)).toEqual({ id: again.id, created: 0, existing: 40 });
    for (let i = 0; i < 40; i++) expect(await portal.deps.store.read(`macchinari-K${i}`)).toHaveLength(1);
  });

  test('si annulla con un’azione sola, finché nessuno ha toccato i suoi record; poi il file corretto rientra', async () => {
    const request = await asked('matricola;descrizione\nU1;Prima\nU2;Seconda\n', 'macchinari');
    const { id } = await imported(request);
    await seen();
    const changed = await portal.call('PUT', '/api/macchinari', {
      as: clerk,
      body: { macchinario: { matricola: 'U2', descrizione: 'Toccata' } },
    });
    expect(changed.status).toBe(200);
    await expect(undoImport(portal.deps, id, request.identity)).rejects.toThrow(
      'un record è stato cambiato dopo l’importazione: macchinario U2',
    );
    expect(await rows('macchinari', 'U1')).toHaveLength(1);
    const other = await asked('matricola;descrizione\nU3;Prima\nU4;Seconda\n', 'macchinari');
    const second = await imported(other);
    expect(await undoImport(portal.deps, second.id, other.identity)).toBe(2);
    await seen();
    expect([await rows('macchinari', 'U3'), await rows('macchinari', 'U4')]).toEqual([[], []]);
    await expect(undoImport(portal.deps, second.id, other.identity)).rejects.toThrow('già stata annullata');
    expect(await imported(await asked('matricola;descrizione\nU3;Corretta\n', 'macchinari'))).toMatchObject({ created: 1 });
    await seen();
    expect(await rows('macchinari', 'U3')).toMatchObject([{ descrizione: 'Corretta' }]);
  });

  test('ciò che una persona ha eliminato resta eliminato, anche dopo un’importazione', async () => {
    await imported(await asked('matricola;descrizione\nD1;Prima\n', 'macchinari'));
    await seen();
    expect((await portal.call('DELETE', '/api/macchinari', { as: clerk, body: { matricola: 'D1' } })).status).toBe(200);
    const before = await portal.deps.store.read('macchinari-D1');
    const again = await asked('matricola;descrizione\nD1;Di nuovo\n', 'macchinari');
    expect((await tried(again)).errors.map(({ row, message }) => [row, message])).toEqual([[2, expect.stringContaining('D1')]]);
    await expect(imported(again)).rejects.toThrow('non è stato importato niente');
    expect(await portal.deps.store.read('macchinari-D1')).toEqual(before);
    await seen();
    expect(await rows('macchinari', 'D1')).toEqual([]);
  });

  test('un dump con padri e figli: i figli stanno sotto il loro padre, con i numeri che avevano', async () => {
    const dump = `CREATE TABLE \`cantieri\` (\`commessa\` varchar(10), \`committente\` varchar(80));
INSERT INTO \`produzione\` (\`id\`,\`id_intestazione\`,\`fermo\`,\`quantita\`) VALUES (901,501,1,NULL);
INSERT INTO \`produzione_padre\` (\`id\`,\`data\`,\`cantiere\`) VALUES (501,'2025-03-04','X1');
INSERT INTO \`cantieri\` VALUES ('X1','Rossi');`;
    const request = await asked(dump);
    const rehearsed = await tried(request);
    expect(rehearsed.errors).toEqual([]);
    expect(await importFile(portal.deps, request, rehearsed)).toMatchObject({ created: 3 });
    await seen();
    expect(await rows('produzione_padre', '501')).toMatchObject([{ cantiere: 'X1', data: '2025-03-04' }]);
  });

  test('padri e figli si annullano insieme: prima i figli, ognuno con la sua eliminazione', async () => {
    const dump = await asked(`INSERT INTO \`cantieri\` (\`commessa\`,\`committente\`) VALUES ('X2','Rossi');
INSERT INTO \`produzione_padre\` (\`id\`,\`data\`,\`cantiere\`) VALUES (511,'2025-03-04','X2');
INSERT INTO \`produzione\` (\`id\`,\`id_intestazione\`,\`fermo\`,\`quantita\`) VALUES (911,511,1,NULL),(912,511,1,NULL);`);
    const { id, created } = await imported(dump);
    expect(created).toBe(4);
    await seen();
    const told: number[] = [];
    expect(await undoImport(portal.deps, id, dump.identity, { progress: (done) => told.push(done) })).toBe(4);
    expect(told).toEqual([1, 2, 3, 4]);
    await seen();
    expect([await rows('cantieri', 'X2'), await rows('produzione_padre', '511'), await rows('produzione', '911')]).toEqual([[], [], []]);
    const header = await portal.deps.store.read('produzione_padre-511');
    const gone = header.slice(-3).map(({ type, data }) => [type, Number(data['id'])]);
    expect(gone.map(([, key]) => key)).toEqual([912, 911, 511]);
  });

  test('un numero fuori misura non si prende i numeri del portale', async () => {
    const { errors } = await tried(
      await asked("INSERT INTO `produzione_padre` (`id`,`data`,`cantiere`) VALUES (900000000001,'2025-03-04','X1');"),
    );
    expect(errors).toEqual([{ table: 'produzione_padre', row: 1, column: 'id', message: 'Il numero è troppo alto: al massimo 100000000' }]);
  });

  test('senza il diritto di inserire tutto nell’area non si importa; una tabella sconosciuta ha la sua frase', async () => {
    const foreman = await portal.person({ permessi: { macchinari: { ...ALL, allowInsert: 0 } } });
    await expect(tried(await asked('matricola;descrizione\nZ;z\n', 'macchinari', { as: foreman }))).rejects.toMatchObject({
      code: 'NON_PERMESSO',
    });
    await expect(tried(await asked('INSERT INTO boh (a) VALUES (1);'))).rejects.toThrow('Registro sconosciuto: boh');
    await expect(tried(await asked('x;y\n1;2\n', 'macchinari'))).rejects.toThrow('Nessuna colonna');
  });

  test('gli utenti arrivano con le loro password: entrano come prima', async () => {
    const admin = await portal.person({ groupID: 2 });
    const dump = `INSERT INTO users (memberID, passMD5, groupID, custom1) VALUES ('vecchio','${md5('segreta')}',2,'Vecchio Utente');`;
    const request = await asked(dump, undefined, { as: admin });
    expect(await imported(request)).toMatchObject({ created: 1 });
    await seen();
    expect(await enter(portal, 'vecchio', 'segreta')).toEqual(expect.any(String));
    expect(JSON.stringify(await portal.deps.store.read('users-vecchio'))).not.toContain(md5('segreta'));
  });

  test('un noleggio importato tiene la sua matricola, con cui la produzione lo nomina; la prova non ne consuma', async () => {
    clerk = await portal.person({ permessi: { macchinari: ALL, noleggi_int: ALL, cantieri: ALL, produzione: ALL, manutenzioni: ALL } });
    const matricole = async () => {
      await seen();
      const { body } = await portal.call('GET', '/api/noleggi', { as: clerk });
      return (body.data as { matricola: string; marca: string }[]).map(({ matricola, marca }) => [matricola, marca]).toSorted();
    };
    const file = await asked('Matricola;Marca\nN00007;Liebherr\nn00012;Bauer\n;Casagrande\n', 'noleggi');
    for (let time = 0; time < 3; time += 1) expect((await tried(file)).errors).toEqual([]);
    expect(await imported(file)).toMatchObject({ created: 3 });
    expect(await matricole()).toEqual([
      ['N00007', 'Liebherr'],
      ['N00012', 'Bauer'],
      ['N00013', 'Casagrande'],
    ]);
    // a rental that a person enters gets its number from the portal
    await portal.call('POST', '/api/noleggi', { as: clerk, body: { noleggio: { matricola: 'N00099', marca: 'Soilmec' } } });
    expect((await matricole()).at(-1)).toEqual(['N00014', 'Soilmec']);
    const { errors } = await tried(await asked('Matricola;Marca\nN00012;Altra\nN00020;Una\nN00020;Due\n', 'noleggi'));
    expect(errors.map(({ row, column, message }) => [row, column, message])).toEqual([
      [2, 'Matricola', expect.stringContaining('N00012 è già di un altro noleggio')],
      [4, 'Matricola', expect.stringContaining('N00020 è già di un altro noleggio')],
    ]);
  });

  test('le righe di un dump nominano quelle delle altre tabelle, anche per descrizione, nella prova e quando nascono', async () => {
    const office = await portal.person({ groupID: 2, permessi: { cantieri: ALL, lavorazioni: ALL, macchinari: ALL, produzione: ALL } });
    const line = (id: number, wbs: string, operatore: string) => `(${id},800,'${wbs}','Iniezioni',2,'${operatore}','DUMP1')`;
    const dumpWith = (...lines: string[]) =>
      asked(
        [
          `INSERT INTO \`produzione\` (\`id\`,\`id_intestazione\`,\`wbs\`,\`lavorazione\`,\`quantita\`,\`operatore\`,\`attrezzatura\`) VALUES ${lines.join(',')};`,
          "INSERT INTO `produzione_padre` (`id`,`data`,`cantiere`) VALUES (800,'2026-01-08','8123');",
          "INSERT INTO `macchinari` (`matricola`) VALUES ('DUMP1');",
          "INSERT INTO `operatore` (`descrizione`) VALUES ('Nuovo Operatore');",
          "INSERT INTO `wbs` (`descrizione`) VALUES ('Diga');",
          "INSERT INTO `lavorazioni` (`descrizione`) VALUES ('Iniezioni');",
          "INSERT INTO `cantieri` (`commessa`,`committente`) VALUES ('8123','Consorzio');",
          "INSERT INTO `cantieri_lavorazioni` (`commessa`,`lavorazione`,`descrizione_wbs`,`prezzo`) VALUES ('8123','Iniezioni','Diga',10);",
          "INSERT INTO `cantieri_wbs` (`commessa`,`descrizione`) VALUES ('8123','Diga');",
        ].join('\n'),
        undefined,
        { as: office },
      );
    const good = line(900, 'Diga', 'Nuovo Operatore');
    const dump = await dumpWith(good, line(901, 'Diga', 'Mai Visto'), line(902, 'Ponte', 'Nuovo Operatore'));
    const rehearsed = await tried(dump);
    expect(rehearsed.errors.map(({ table, row, message }) => [table, row, message])).toEqual([
      ['produzione', 2, expect.stringContaining('"Mai Visto" non c')],
      ['produzione', 3, 'La wbs "Ponte" non è tra quelle del cantiere.'],
    ]);
    const mended = await dumpWith(good);
    expect(await imported(mended)).toMatchObject({ created: 9 });
    await seen();
    expect(await rows('produzione', '900')).toMatchObject([
      { operatore: 'Nuovo Operatore', attrezzatura: 'DUMP1', commessa: '8123', prezzo: 10, produzione: 20 },
    ]);
  });
});
