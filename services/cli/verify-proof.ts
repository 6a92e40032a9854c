import { readFile } from 'node:fs/promises';
import canonicalize from 'canonicalize';
import { strFromU8, unzipSync } from 'fflate';
import { verifyProof, type Proof, type Verdict } from '#contracts/core/verify-proof.ts';

// `npm run verifica-prova FILE` verifies a proof without a portal, given as a zip or as its `prova.json`

/** Reads a proof from a zip or from a `prova.json`. Throws if the zip contains none. */
async function readProof(file: string): Promise<Proof> {
  const bytes = new Uint8Array(await readFile(file));
  const isZip = bytes[0] === 0x50 && bytes[1] === 0x4b;
  const json = isZip ? unzipSync(bytes, { filter: ({ name }) => name === 'prova.json' })['prova.json'] : bytes;
  if (!json) throw new Error(`${file} holds no prova.json`);
  return JSON.parse(strFromU8(json)) as Proof;
}

function printVerdict(proof: Proof, { sigillo, firme, eventi, buona }: Verdict): void {
  if (!sigillo) return console.log('The file is no proof.');
  console.log(`  ${proof.nome} (${proof.tabella} ${proof.id}), ${proof.ditta}`);
  console.log(`  checkpoint of ${sigillo.size} events, ${sigillo.quando ?? 'without an instant'}, ${sigillo.origin}`);
  console.log(`  signed by ${firme?.length ? firme.join(', ') : 'NO KEY OF THE PROOF'}; keys ${proof.chiavi.join(' ')}`);
  for (const { evento, indice, incluso, aperti } of eventi) {
    console.log(
      `  ${incluso ? 'included    ' : 'NOT INCLUDED'} ${indice}  ${String(evento['type'])} ${String(evento['stream'])} ${String(evento['version'])}`,
    );
    for (const [field, value] of Object.entries(aperti)) console.log(`      ${field}: ${JSON.stringify(value)}`);
  }
  if (proof.in_attesa > 0) console.log(`  ${proof.in_attesa} events are newer than the checkpoint, and are not proven`);
  console.log(buona ? 'The proof is valid.' : 'The proof is NOT valid.');
}

const [file] = process.argv.slice(2);
try {
  if (file === undefined) throw new Error('FILE is missing: npm run verifica-prova FILE, the zip of a proof or its prova.json');
  const proof = await readProof(file);
  const verdict = await verifyProof(proof, canonicalize);
  printVerdict(proof, verdict);
  process.exitCode = verdict.buona ? 0 : 1;
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
