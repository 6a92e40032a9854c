/**
 * Generates pairs of input files of any size for the worker accounting. The files are deterministic and contain invented people. Specs know
 * the totals and digests of the sizes they use.
 */
import { euro, movementsOf, type Movement } from '#services/demo/payslip.ts';

const SURNAMES =
  'ABETE ACERO BETULLA CARPINO CASTAGNO CEDRO CILIEGIO CIPRESSO FAGGIO FRASSINO GELSO GINEPRO LARICE LECCIO MELO NESPOLO NOCCIOLO OLMO ONTANO PIOPPO QUERCIA ROVERE SORBO TIGLIO'.split(
    ' ',
  );
const NAMES = 'ALDO BICE CINO DINA ELIO FEDE GINA IVO LIA MINO NEVA NICCOLÒ NOÈ MOSÈ OTTO PIA RINO SALOMÈ TEO UGO UMA ZITA ZOÈ ARI'.split(
  ' ',
);

export interface Size {
  dipendenti: number;
  mesi?: number;
  ripeti?: number;
  commesse: number;
  seme: number;
  sporco?: boolean;
}

export const SIZES = {
  S: { dipendenti: 50, commesse: 12, seme: 1 },
  SD: { dipendenti: 400, commesse: 12, seme: 7, sporco: true },
  M: { dipendenti: 500, mesi: 12, commesse: 60, seme: 2 },
  L: { dipendenti: 5000, ripeti: 17, commesse: 60, seme: 3 },
} as const satisfies Record<string, Size>;

/** Creates a seeded random generator (mulberry32) that returns integers below `n`. */
function mulberry32(seed: number): (n: number) => number {
  let state = seed >>> 0;
  return (n) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) % n;
  };
}

const comma = (hundredths: number): string => `${Math.floor(hundredths / 100)},${String(hundredths % 100).padStart(2, '0')}`;
/** Draws an employee's movements of a month. */
function payslip(rnd: (n: number) => number): Movement[] {
  const hours = 120 + rnd(56);
  const hourly = 1100 + rnd(900);
  const overtime = rnd(4) === 0 ? Math.floor((rnd(24) * hourly * 130) / 100) : 0;
  const travel = rnd(5) * 4648;
  const reversal = rnd(20) === 0 ? -(rnd(5000) + 1) : 0;
  return movementsOf({ salary: hours * hourly, overtime, travel, reversal });
}

interface Writer {
  bilMovDip(line: string): void;
  ripartizioni(line: string): void;
}

const HEAD = 'Codice azienda;Matricola;Cognome e nome;Conto;Descrizione conto;Dare;Avere;Competenza';

/** Generates the lines of both files and passes each line to `out`. */
export function generate({ dipendenti, mesi = 1, ripeti = 1, commesse, seme, sporco = false }: Size, out: Writer): void {
  const rnd = mulberry32(seme);
  const movements = movementWriter(out, sporco);
  out.bilMovDip(HEAD);
  out.ripartizioni('Matricola;Nominativo;Commessa;Ore;%;Periodo');
  for (let m = 0; m < mesi; m += 1) {
    const mese = `${String((m % 12) + 1).padStart(2, '0')}/${2026 + Math.floor(m / 12)}`;
    for (let d = 1; d <= dipendenti; d += 1) {
      const nome = `${SURNAMES[d % 24]} ${NAMES[Math.floor(d / 24) % 24]}`;
      for (let r = 0; r < ripeti; r += 1) for (const row of payslip(rnd)) movements.row(d, nome, row, mese);
      allocate({ d, nome, mese }, commesse, rnd, out);
    }
  }
  movements.end();
}

function movementWriter(out: Writer, sporco: boolean) {
  let [i, dareTotal, avereTotal] = [0, 0, 0];
  return {
    row(d: number, nome: string, [conto, descrizione, dare, avere]: Movement, mese: string): void {
      i += 1;
      const unreadable = sporco && i % 997 === 0;
      const matricola = sporco && !unreadable && i % 1499 === 0 ? '' : String(d).padStart(6, '0');
      const amount = (cents: number) => (cents === 0 ? '' : unreadable ? 'n.d.' : euro(cents));
      out.bilMovDip(`0001;${matricola};${nome};${conto};${descrizione};${amount(dare)};${amount(avere)};${mese}`);
      if (!unreadable) [dareTotal, avereTotal] = [dareTotal + dare, avereTotal + avere];
      if (!sporco || i % 400 !== 0) return;
      out.bilMovDip(`;;Totale pagina ${i / 400};;;;;`);
      out.bilMovDip(HEAD);
    },
    end: () => out.bilMovDip(`;;Totale generale;;;${euro(dareTotal)};${euro(avereTotal)};`),
  };
}

function allocate(
  { d, nome, mese }: { d: number; nome: string; mese: string },
  commesse: number,
  rnd: (n: number) => number,
  out: Writer,
): void {
  const n = 1 + rnd(4);
  const start = rnd(commesse);
  const each = Math.floor(10_000 / n);
  for (let j = 0; j < n; j += 1) {
    const commessa = `C${String((start + 7 * j) % commesse).padStart(3, '0')}`;
    const weight =
      d % 5 === 0 ? `;${comma(j === n - 1 ? 10_000 - each * (n - 1) : each)}` : `${comma((4 * (10 + rnd(40)) + rnd(4)) * 25)};`;
    out.ripartizioni(`${d};${nome};${commessa};${weight};${mese}`);
  }
}

/** Generates both files as bytes in Windows-1252. */
export function generatedFiles(size: Size): { bilMovDip: Buffer; ripartizioni: Buffer } {
  const lines = { bilMovDip: [] as string[], ripartizioni: [] as string[] };
  generate(size, { bilMovDip: (line) => void lines.bilMovDip.push(line), ripartizioni: (line) => void lines.ripartizioni.push(line) });
  // every character of the names is in Latin-1, where the two encodings agree
  const bytes = (rows: readonly string[]) => Buffer.from(`${rows.join('\r\n')}\r\n`, 'latin1');
  return { bilMovDip: bytes(lines.bilMovDip), ripartizioni: bytes(lines.ripartizioni) };
}
