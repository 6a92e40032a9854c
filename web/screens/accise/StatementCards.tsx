import type { Dichiarazione, RigaDichiarazione } from '#contracts/modules/accise/statement.ts';
import { accise } from '#contracts/registers/accise.ts';
import { NamedCode } from '#web/registers/list/NamedCode.tsx';
import { Admission, count, hours, Litres, Machine, Words } from './row-words.tsx';

/** Shows the statement on a phone, one card per machine and site. */
export function StatementCards({ statement: { data }, busy }: { statement: Dichiarazione; busy: boolean }) {
  return (
    <ul aria-busy={busy || undefined} aria-label="Righe della dichiarazione">
      {data.map((row) => (
        <li key={`${row.matricola}/${row.cantiere ?? ''}`} className="num border-b border-line-faint px-3 py-3 last:border-0">
          <Card row={row} />
        </li>
      ))}
    </ul>
  );
}

function Card({ row }: { row: RigaDichiarazione }) {
  return (
    <>
      <div className="flex items-baseline justify-between gap-3">
        <span className="truncate text-touch font-semibold">
          <Machine matricola={row.matricola} />
        </span>
        <span className="flex-none text-touch font-semibold">
          <Litres matricola={row.matricola} litri={row.litri} />
          {row.litri === null ? '' : ' litri'}
        </span>
      </div>
      <div className="mb-1.5 flex items-center justify-between gap-3 text-read">
        <span className="min-w-0 truncate text-ink-2">
          Cantiere <NamedCode field={accise.fields.cantiere} value={row.cantiere} />
        </span>
        <Admission ammessa={row.ammessa} />
      </div>
      <dl className="mb-1.5 grid grid-cols-[auto_1fr_auto] items-baseline gap-x-3 text-read">
        <Counter label="Ore" from={hours(row.ore_inizio)} to={hours(row.ore_fine)} difference={hours(row.ore)} />
        <Counter label="Giri" from={count(row.giri_inizio)} to={count(row.giri_fine)} difference={count(row.giri)} />
      </dl>
      <Words motivo={row.motivo} lacune={row.lacune} />
    </>
  );
}

function Counter({ label, from, to, difference }: { label: string; from: string; to: string; difference: string }) {
  return (
    <>
      <dt className="text-ink-3">{label}</dt>
      <dd className="text-label text-ink-3">
        {from} → {to}
      </dd>
      <dd className="text-right font-medium">{difference}</dd>
    </>
  );
}
