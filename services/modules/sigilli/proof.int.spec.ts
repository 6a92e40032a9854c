import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import canonicalize from 'canonicalize';
import { unzipSync, strFromU8 } from 'fflate';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { EVERYTHING, GRUPPO_AMMINISTRATORI, type PermissionLevels } from '#contracts/core/permissions.ts';
import { verifyProof, type Proof } from '#contracts/core/verify-proof.ts';
import { programEnvironment } from '../../../test/program.ts';
import { startTestPortal, type Person, type TestPortal } from '../../../test/portal.ts';

const CLI = join(import.meta.dirname, '..', '..', 'cli', 'verify-proof.ts');
const NOTHING: PermissionLevels = { allowInsert: 0, allowView: 0, allowEdit: 0, allowDelete: 0 };

describe('La prova di un record', { timeout: 60_000 }, () => {
  let portale: TestPortal;
  let admin: Person;
  let person: Person;

  beforeAll(async () => {
    portale = await startTestPortal();
    admin = await portale.person({ groupID: GRUPPO_AMMINISTRATORI, permessi: {} });
    person = await portale.person({ permessi: { macchinari: EVERYTHING } });
  }, 60_000);
  afterAll(() => portale?.stop());

  const machine = async (matricola: string, ...brands: string[]) => {
    const values = { matricola, marca: 'prima', note: '</script><script>alert(1)</script>' };
    expect((await portale.call('POST', '/api/macchinari', { as: person, body: { macchinario: values } })).status).toBe(201);
    for (const marca of brands) await portale.call('PUT', '/api/macchinari', { as: person, body: { macchinario: { matricola, marca } } });
  };
  const seal = async () => expect((await portale.call('POST', '/api/sigilli', { as: admin })).status).toBeLessThan(300);
  const ask = (id: string, as: Person | null = person, tabella = 'macchinari') =>
    fetch(
      `${portale.base}/api/prova?tabella=${tabella}&id=${encodeURIComponent(id)}`,
      as ? { headers: { authorization: `Bearer ${as.token}` } } : {},
    );
  const filesOf = async (id: string) => {
    const answer = await ask(id);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/zip']);
    return Object.fromEntries(Object.entries(unzipSync(new Uint8Array(await answer.arrayBuffer()))).map(([name, bytes]) => [name, bytes]));
  };
  const text = (files: Record<string, Uint8Array>, name: string) => strFromU8(files[name]!);
  const proofIn = (files: Record<string, Uint8Array>) => JSON.parse(text(files, 'prova.json')) as Proof;
  const verdict = (proof: Proof) => verifyProof(proof, canonicalize);

  it('senza un sigillo che lo copra si dice che cosa manca', async () => {
    await machine('P0');
    expect([(await ask('P0')).status, ((await (await ask('P0')).json()) as { detail: string }).detail]).toEqual([
      409,
      expect.stringContaining('Non c’è ancora nessun sigillo'),
    ]);
    await seal();
    await machine('P1');
    expect(((await (await ask('P1')).json()) as { detail: string }).detail).toContain('dopo l’ultimo sigillo');
  });

  it('si verifica da sola, e anche con i soli formati di C2SP', async () => {
    await machine('P2', 'seconda', 'terza');
    await seal();
    const files = await filesOf('P2');
    const proof = proofIn(files);
    expect(Object.keys(files).toSorted()).toEqual(
      [
        'chiave.pem',
        'evento-1.json',
        'evento-1.tlog-proof',
        'evento-2.json',
        'evento-2.tlog-proof',
        'evento-3.json',
        'evento-3.tlog-proof',
        'prova.json',
        'sigillo.txt',
        'storico.pdf',
        'verifica.html',
      ].toSorted(),
    );
    const good = await verdict(proof);
    expect([good.buona, good.firme?.length, good.eventi.map(({ incluso }) => incluso)]).toEqual([true, 1, [true, true, true]]);
    expect(strFromU8(files['storico.pdf']!.slice(0, 5))).toBe('%PDF-');
    // recursive verification by RFC 9162, independent of the code under test
    const sha = (...parts: Uint8Array[]) => createHash('sha256').update(Buffer.concat(parts)).digest();
    for (const version of [1, 2, 3]) {
      const [head = '', ...note] = text(files, `evento-${version}.tlog-proof`).split('\n\n');
      const [magic, index = '', ...hashes] = head.split('\n');
      expect([magic, note.join('\n\n')]).toEqual(['c2sp.org/tlog-proof@v1', proof.sigillo]);
      const [, size = '', root] = note[0]!.split('\n');
      const climb = (at: number, count: number, path: Buffer[]): Buffer => {
        if (count === 1) return sha(Buffer.of(0), Buffer.from(files[`evento-${version}.json`]!));
        const split = 2 ** Math.ceil(Math.log2(count) - 1);
        const sibling = path.at(-1)!;
        return at < split
          ? sha(Buffer.of(1), climb(at, split, path.slice(0, -1)), sibling)
          : sha(Buffer.of(1), sibling, climb(at - split, count - split, path.slice(0, -1)));
      };
      const path = hashes.map((hash) => Buffer.from(hash, 'base64'));
      expect(climb(Number(index.replace('index ', '')), Number(size), path).toString('base64')).toBe(root);
    }
  });

  it('un carattere cambiato, un posto, una prova o la firma: non è più valida', async () => {
    const proof = proofIn(await filesOf('P2'));
    const [first, ...rest] = proof.eventi as [Proof['eventi'][number], ...Proof['eventi']];
    const other = { ...first.evento, data: { ...(first.evento['data'] as object), marca: 'altra' } };
    const wrong: Record<string, Proof> = {
      evento: { ...proof, eventi: [{ ...first, evento: other }, ...rest] },
      posto: { ...proof, eventi: [{ ...first, indice: first.indice + 1 }, ...rest] },
      'posto fuori': { ...proof, eventi: [{ ...first, indice: 10_000_000 }] },
      'prova corta': { ...proof, eventi: [{ ...first, prova: first.prova.slice(1) }] },
      'prova lunga': { ...proof, eventi: [{ ...first, prova: [...first.prova, first.prova[0]!] }] },
      scambio: { ...proof, eventi: [{ ...first, prova: rest[0]!.prova }] },
      dimensione: { ...proof, sigillo: proof.sigillo.replace(/\n(\d+)\n/, '\n1\n') },
      istante: { ...proof, sigillo: proof.sigillo.replace(/\n20(\d\d)-/, '\n19$1-') },
      chiave: { ...proof, chiavi: [proof.chiavi[0]!.replace(/.$/, (c) => (c === 'A' ? 'B' : 'A'))] },
      'nessuna chiave': { ...proof, chiavi: [] },
      'nessun evento': { ...proof, eventi: [] },
      formato: { ...proof, formato: 'altro' as Proof['formato'] },
    };
    for (const [name, one] of Object.entries(wrong)) expect([name, (await verdict(one)).buona]).toEqual([name, false]);
    expect((await verdict({} as Proof)).sigillo).toBeNull();
  });

  it('ciò che è stato scritto dopo il sigillo si conta, e non si prova', async () => {
    await portale.call('PUT', '/api/macchinari', { as: person, body: { macchinario: { matricola: 'P2', marca: 'quarta' } } });
    const proof = proofIn(await filesOf('P2'));
    expect([proof.eventi.length, proof.in_attesa]).toEqual([3, 1]);
    expect((await verdict(proof)).buona).toBe(true);
  });

  it('la pagina porta la prova dentro, senza che un valore chiuda lo script, e non chiede niente alla rete', async () => {
    const page = text(await filesOf('P2'), 'verifica.html');
    expect(page).not.toContain('</script><script>alert(1)');
    expect(page.match(/<script/g)).toHaveLength(2);
    expect(page).not.toMatch(/\b(import|export) |https?:\/\/|: string\b/);
    expect(page).toContain("default-src 'none'");
    expect(page).toMatch(/Che cosa non prova[\s\S]*What it does not prove/);
  });

  it('è di chi ne vede lo storico, e resta scritto chi l’ha presa', async () => {
    const stranger = await portale.person({ permessi: { macchinari: NOTHING } });
    expect([(await ask('P2', stranger)).status, (await ask('P2', null)).status]).toEqual([
      (await portale.call('GET', '/api/storico?tabella=macchinari&id=P2', { as: stranger })).status,
      401,
    ]);
    expect((await ask('che-non-c-e')).status).toBe(404);
    expect((await ask('P2', person, 'che_non_c_e')).status).toBe(400);
    const { rows } = await sql<{
      cosa: string;
      utente: string;
    }>`select cosa, utente from public.accessi where cosa = 'prova di macchinari P2'`.execute(portale.deps.writeDb);
    expect(rows.length).toBeGreaterThan(3);
    expect(new Set(rows.map(({ utente }) => utente))).toEqual(new Set([person.memberID]));
  });

  it('npm run verifica-prova la giudica senza il portale', async () => {
    const place = await mkdtemp(join(tmpdir(), 'strato-prova-'));
    const run = (file: string) =>
      new Promise<[number, string]>((resolve) =>
        execFile(process.execPath, [CLI, file], { env: programEnvironment() }, (error, stdout, stderr) =>
          resolve([error ? Number(error.code) : 0, stdout + stderr]),
        ),
      );
    const zip = new Uint8Array(await (await ask('P2')).arrayBuffer());
    const proof = strFromU8(unzipSync(zip)['prova.json']!);
    await writeFile(join(place, 'prova.zip'), zip);
    await writeFile(join(place, 'prova.json'), proof);
    await writeFile(join(place, 'falsa.json'), proof.replace('seconda', 'falsa'));
    await writeFile(join(place, 'niente.txt'), 'niente');
    expect(await run(join(place, 'prova.zip'))).toEqual([0, expect.stringContaining('The proof is valid.')]);
    expect(await run(join(place, 'prova.json'))).toEqual([0, expect.stringContaining('The proof is valid.')]);
    expect(await run(join(place, 'falsa.json'))).toEqual([1, expect.stringContaining('NOT INCLUDED')]);
    expect((await run(join(place, 'niente.txt')))[0]).toBe(1);
    await rm(place, { recursive: true });
  });

  it('di un registro alterato non se ne danno', async () => {
    const { readDb } = portale.deps;
    const flip = () =>
      sql`update letture.sigilli_foglie set impronta = set_byte(impronta, 0, get_byte(impronta, 0) # 1) where numero = 0`.execute(readDb);
    await flip();
    expect((await ask('P2')).status).toBe(409);
    await flip();
    expect((await ask('P2')).status).toBe(200);
  });
});
