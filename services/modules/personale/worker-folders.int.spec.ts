import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { FileStore } from '#contracts/ports/file-store.ts';
import type { StoredEvent } from '#contracts/core/events.ts';
import { personale } from '#contracts/registers/personale.ts';
import { startTestPortal, type Person, type TestPortal } from '../../../test/portal.ts';
import { createWorkerFolders } from './worker-folders.ts';
import { folderReactor } from './folder-reactor.ts';
import { levels, pdf, withPersonale } from './testing.ts';

let portale: TestPortal;
let p: ReturnType<typeof withPersonale>;
let everything: Person;
let reader: Person;

beforeAll(async () => {
  portale = await startTestPortal();
  p = withPersonale(portale);
  everything = await portale.person({ permessi: { report: levels(3, 3, 3) } });
  reader = await portale.person({ permessi: { report: levels(3, 0, 0) } });
});
afterAll(() => portale?.stop());

const folder = (matricola: string, name: string) => `PERSONALE/${matricola}_${name}`;
const inArchive = async (path: string) => (await portale.deps.files.list(path)).map((file) => file.path.slice(path.length + 1));
const onDisk = (path: string) => readdir(join(portale.folder, 'archivio', path)).catch(() => null);
const stream = (matricola: string) => portale.deps.store.read(`personale-${matricola}`);
const lastOf = async (matricola: string, type: string) => (await stream(matricola)).findLast((event) => event.type === type)!;

/** Checks that all recorded paths of the worker are in the folder of this name and open the right contents. */
async function whole(matricola: string, ids: readonly string[], name: string): Promise<void> {
  const record = await p.riga(everything, matricola);
  for (const id of ids) {
    expect(record[id]).toBe(`${folder(matricola, name)}/${matricola}_${id}.pdf`);
    expect(record.archivio[id]).toMatchObject({ percorso: record[id] });
    expect(await p.content(everything, record[id])).toContain(`%${id}%`);
    expect(await p.content(everything, record[id], record.archivio[id].versione)).toContain(`%${id}%`);
  }
}

async function worker(ids: readonly string[]): Promise<string> {
  const matricola = await p.created(everything);
  for (const id of ids) await p.carica(everything, matricola, id, pdf(`%${id}%`));
  return matricola;
}

describe('la cartella segue il nome', () => {
  it('corretto il cognome, file e percorsi sono insieme nella cartella nuova; si legge nello storico, e la versione è quella da rimandare', async () => {
    const matricola = await worker(['ci', 'idoneita']);
    await mkdir(join(portale.folder, 'archivio', folder(matricola, 'ROSSI_MARIO')), { recursive: true });
    await writeFile(join(portale.folder, 'archivio', folder(matricola, 'ROSSI_MARIO'), 'appunti.pdf'), pdf('appunti'));
    const { status, body } = await p.cambia(everything, { matricola, cognome: 'De Rossi' });
    expect(status).toBe(200);
    await whole(matricola, ['ci', 'idoneita'], 'DEROSSI_MARIO');
    // files that no field names are moved too, and the old folder is removed
    expect(await inArchive(folder(matricola, 'DEROSSI_MARIO'))).toEqual(
      ['appunti.pdf', `${matricola}_ci.pdf`, `${matricola}_idoneita.pdf`].toSorted(),
    );
    expect(await onDisk(folder(matricola, 'ROSSI_MARIO'))).toBeNull();
    const entries = (await p.storico(everything, matricola)).filter(({ tipo }) => tipo !== 'aperto');
    const [entry] = entries.filter(({ frase }) => frase === 'ha rinominato un documento');
    expect(entries.filter(({ frase }) => frase === 'ha spostato il file appunti.pdf')).toHaveLength(1);
    expect(entry).toMatchObject({
      utente: 'sistema',
      frase: 'ha rinominato un documento',
      motivo: `la cartella segue il nome, ${matricola}_DEROSSI_MARIO`,
    });
    const record = await p.riga(everything, matricola);
    expect(record.versione).toBe(body.message.versione);
    expect((await p.cambia(everything, { matricola, luogo: 'Alba' }, { 'if-match': `"${body.message.versione}"` })).status).toBe(200);
  });

  it('avanti e indietro più volte: ogni documento resta il suo, anche aperto dallo storico', async () => {
    const matricola = await worker(['ci', 'patente']);
    for (const [cognome, name] of [
      ['Bianchi', 'BIANCHI_MARIO'],
      ['Rossi', 'ROSSI_MARIO'],
      ['Bianchi', 'BIANCHI_MARIO'],
      ['Rossi', 'ROSSI_MARIO'],
    ] as const) {
      await p.cambia(everything, { matricola, cognome });
      await whole(matricola, ['ci', 'patente'], name);
    }
    const uploaded = await lastOf(matricola, 'DocumentoCaricato.v1');
    expect(await p.content(everything, String(uploaded.data['percorso']), Number(uploaded.data['file_versione']))).toContain('%patente%');
    const moved = (await stream(matricola)).filter((event) => event.type === 'DocumentoRinominato.v1');
    expect(moved).toHaveLength(8);
    for (const { data } of moved)
      expect(await p.content(everything, String(data['percorso']), Number(data['file_versione']))).toContain(`%${String(data['campo'])}%`);
  });

  it('un nome che la cartella non distingue non muove nulla', async () => {
    const matricola = await worker(['ci']);
    const before = (await stream(matricola)).length;
    await p.cambia(everything, { matricola, cognome: 'ros si' });
    expect((await stream(matricola)).length).toBe(before + 1);
    await whole(matricola, ['ci'], 'ROSSI_MARIO');
  });

  it('ripristinata una versione con il nome di prima, i file tornano con il nome', async () => {
    const matricola = await worker(['ci']);
    const { versione } = await p.riga(everything, matricola);
    await p.cambia(everything, { matricola, cognome: 'Verdi', nome: 'Anna' });
    await whole(matricola, ['ci'], 'VERDI_ANNA');
    expect(
      (await portale.call('POST', '/api/storico/ripristina', { as: everything, body: { tabella: 'personale', id: matricola, versione } }))
        .status,
    ).toBe(200);
    await whole(matricola, ['ci'], 'ROSSI_MARIO');
    expect(await onDisk(folder(matricola, 'VERDI_ANNA'))).toBeNull();
  });

  it('eliminati insieme e riportati, i file sono ancora quelli', async () => {
    const ids = [await worker(['ci']), await worker(['ci', 'ple'])];
    const call = (method: 'DELETE' | 'POST', path: string, body: object) => portale.call(method, path, { as: everything, body });
    expect((await call('DELETE', '/api/personale', { matricola: ids })).status).toBe(200);
    expect((await call('POST', '/api/storico/riporta', { tabella: 'personale', ids })).status).toBe(200);
    await whole(ids[0]!, ['ci'], 'ROSSI_MARIO');
    await whole(ids[1]!, ['ci', 'ple'], 'ROSSI_MARIO');
  });

  it('chi tiene aperto il nome di prima non perde il file che carica: va nella cartella di oggi', async () => {
    const matricola = await worker(['ci']);
    await p.cambia(everything, { matricola, cognome: 'Verdi' });
    const { status, body } = await p.carica(everything, matricola, 'ple', pdf('%ple%'), 'ROSSI_MARIO');
    expect([status, body.message.percorso]).toEqual([201, `${folder(matricola, 'VERDI_MARIO')}/${matricola}_ple.pdf`]);
    await whole(matricola, ['ci', 'ple'], 'VERDI_MARIO');
    // the old path still belongs to the worker, so health documents stay reserved under it
    await p.carica(everything, matricola, 'idoneita', pdf('%idoneita%'), 'VERDI_MARIO');
    expect(
      (
        await p.ftp(reader, {
          operazione: 'prendi',
          percorso: `${folder(matricola, 'ROSSI_MARIO')}/${matricola}_idoneita.pdf`,
          versione: 1,
        })
      ).status,
    ).toBe(403);
  });

  it('un posto già preso nella cartella nuova non si copre', async () => {
    const matricola = await worker(['ci']);
    const taken = join(portale.folder, 'archivio', folder(matricola, 'NERI_MARIO'));
    await mkdir(taken, { recursive: true });
    await writeFile(join(taken, `${matricola}_ci.pdf`), pdf('messo a mano'));
    await p.cambia(everything, { matricola, cognome: 'Neri' });
    const record = await p.riga(everything, matricola);
    expect(record.ci).toBe(`${folder(matricola, 'NERI_MARIO')}/${matricola}_ci-2.pdf`);
    expect(await p.content(everything, record.ci)).toContain('%ci%');
    expect(await p.content(everything, `${folder(matricola, 'NERI_MARIO')}/${matricola}_ci.pdf`)).toContain('messo a mano');
  });

  it('nemmeno da un file altrettanto lungo: non è lo stesso, e nessuno dei due è perso', async () => {
    const matricola = await worker(['ci']);
    const taken = join(portale.folder, 'archivio', folder(matricola, 'PARI_MARIO'));
    await mkdir(taken, { recursive: true });
    const other = pdf('%ic%');
    expect(other.length).toBe(pdf('%ci%').length);
    await writeFile(join(taken, `${matricola}_ci.pdf`), other);
    await p.cambia(everything, { matricola, cognome: 'Pari' });
    const record = await p.riga(everything, matricola);
    expect(record.ci).toBe(`${folder(matricola, 'PARI_MARIO')}/${matricola}_ci-2.pdf`);
    expect(await p.content(everything, record.ci)).toContain('%ci%');
    expect(await p.content(everything, `${folder(matricola, 'PARI_MARIO')}/${matricola}_ci.pdf`)).toContain('%ic%');
  });

  it('correzioni e caricamenti insieme: alla fine tutto è nella cartella dell’ultimo nome, e nulla è perso', async () => {
    const matricola = await worker(['ci', 'cf']);
    const outcomes = await Promise.all([
      p.cambia(everything, { matricola, cognome: 'Uno' }),
      p.carica(everything, matricola, 'ts', pdf('%ts%')),
      p.cambia(everything, { matricola, cognome: 'Due' }),
      p.carica(everything, matricola, 'ple', pdf('%ple%')),
      p.cambia(everything, { matricola, nome: 'Zeno' }),
    ]);
    expect(outcomes.map(({ status }) => status)).toEqual([200, 201, 200, 201, 200]);
    const { cognome } = await p.riga(everything, matricola);
    await whole(matricola, ['ci', 'cf', 'ts', 'ple'], `${String(cognome).toUpperCase()}_ZENO`);
  });
});

describe('interrotta a metà, la cartella si rimette a posto da sola', () => {
  /** Returns a file store that fails at the nth move, before the file is moved or right after. */
  function dying(files: FileStore, nth: number, after: boolean): FileStore {
    let n = 0;
    return {
      ...files,
      async rename(from, to) {
        n += 1;
        if (n < nth) return files.rename(from, to);
        if (n === nth && after) await files.rename(from, to);
        throw new Error('killed');
      },
    };
  }
  /** Records only the change of the name, as a process that is killed right after the append leaves it. */
  async function renamed(matricola: string, cognome: string): Promise<StoredEvent> {
    const before = await stream(matricola);
    const { metadata } = before.at(-1)!;
    const eventId = crypto.randomUUID();
    await portale.deps.store.append(
      `personale-${matricola}`,
      [{ type: personale.events.changed, data: { matricola, cognome }, metadata: { ...metadata, eventId, commandId: eventId } }],
      before.length,
    );
    return (await stream(matricola)).at(-1)!;
  }
  const reactor = () => portale.modules.flatMap((module) => module.reactors ?? []).find(({ name }) => name === 'cartella-personale')!;
  const visible = async () => {
    await portale.deps.readModelWait.until(String(await portale.deps.store.head()), 10_000);
  };

  it.each([
    [1, false],
    [1, true],
    [2, false],
    [2, true],
    [3, true],
    [4, false],
  ])('al file %i, già spostato: %s', async (nth, after) => {
    const ids = ['ci', 'cf', 'idoneita'];
    const matricola = await worker(ids);
    const event = await renamed(matricola, 'Caduto');
    const broken = createWorkerFolders({ ...portale.deps, files: dying(portale.deps.files, nth, after) });
    if (nth <= ids.length) await expect(broken.align(matricola)).rejects.toThrow('killed');
    else await broken.align(matricola);
    // the reactor receives the event at the next start, and later once more without effect
    await reactor().react(event);
    await visible();
    await whole(matricola, ids, 'CADUTO_MARIO');
    const length = (await stream(matricola)).length;
    await reactor().react(event);
    expect((await stream(matricola)).length).toBe(length);
    expect(await onDisk(folder(matricola, 'ROSSI_MARIO'))).toBeNull();
  });

  it('anche tra i due nomi che un file ha mentre si sposta', async () => {
    const matricola = await worker(['ci']);
    const event = await renamed(matricola, 'Doppio');
    const target = join(portale.folder, 'archivio', folder(matricola, 'DOPPIO_MARIO'));
    await mkdir(target, { recursive: true });
    await writeFile(join(target, `${matricola}_ci.pdf`), pdf('%ci%'));
    await reactor().react(event);
    await visible();
    await whole(matricola, ['ci'], 'DOPPIO_MARIO');
    expect(await inArchive(folder(matricola, 'DOPPIO_MARIO'))).toEqual([`${matricola}_ci.pdf`]);
  });

  it('un file arrivato sotto il nome di prima, quando il nome era già cambiato, la raggiunge', async () => {
    const matricola = await worker([]);
    await renamed(matricola, 'Tardi');
    const stale = `${folder(matricola, 'ROSSI_MARIO')}/${matricola}_ci.pdf`;
    const { Readable } = await import('node:stream');
    const { uploadFile } = await import('#services/registers/upload-document.ts');
    const { testSender } = await import('../../../test/portal.ts');
    await uploadFile(portale.deps, {
      path: stale,
      content: () => Readable.from([pdf('%ci%')]),
      sender: testSender(undefined, {
        origine: 'web',
        identity: { memberID: everything.memberID, groupID: 2, permessi: { report: levels(3, 3, 3) } },
      }),
      ownership: { def: personale, kind: 'pdf', records: [{ id: matricola, utente: everything.memberID, field: 'ci' }] },
    });
    await reactor().react(await lastOf(matricola, 'DocumentoCaricato.v1'));
    await visible();
    await whole(matricola, ['ci'], 'TARDI_MARIO');
  });

  it('il disco che manca non rifiuta la correzione: resta da spostare, e si riprova', async () => {
    const matricola = await worker(['ci']);
    const rename = vi.spyOn(portale.deps.files, 'rename').mockRejectedValue(new Error('share is gone'));
    expect((await p.cambia(everything, { matricola, cognome: 'Assente' })).status).toBe(200);
    rename.mockRestore();
    expect((await p.riga(everything, matricola)).ci).toBe(`${folder(matricola, 'ROSSI_MARIO')}/${matricola}_ci.pdf`);
    await reactor().react(await lastOf(matricola, personale.events.changed));
    await visible();
    await whole(matricola, ['ci'], 'ASSENTE_MARIO');
  });

  it('ciò che il portale stesso ha spostato non si guarda un’altra volta', async () => {
    const align = vi.fn(async () => null);
    const alone = folderReactor(portale.deps, { align, inFolder: async (_, use) => use(null) });
    const of = (type: string, data: object, origine = 'web') =>
      alone.react({ type, data, metadata: { origine } } as unknown as StoredEvent);
    await of('DocumentoRinominato.v1', { tabella: 'personale', id: '1', campo: 'ci', percorso: 'x' }, 'sistema');
    await of('DocumentoCaricato.v1', { tabella: 'macchinari', id: '1', campo: 'foto', percorso: 'x' });
    await of(personale.events.changed, { matricola: '1', luogo: 'Bra' });
    expect(align).not.toHaveBeenCalled();
    await of(personale.events.changed, { matricola: '1', nome: null });
    await of('DocumentoCaricato.v1', { tabella: 'personale', id: '1', campo: 'ci', percorso: 'x' });
    await of(personale.events.restored, { matricola: '1' });
    expect(align).toHaveBeenCalledTimes(3);
  });
});
