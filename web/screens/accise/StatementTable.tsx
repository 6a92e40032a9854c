import clsx from 'clsx';
import type { Dichiarazione, RigaDichiarazione } from '#contracts/modules/accise/statement.ts';
import { accise } from '#contracts/registers/accise.ts';
import { NamedCode } from '#web/registers/list/NamedCode.tsx';
import { Admission, count, hours, Litres, Machine, Words } from './row-words.tsx';

const HEAD = 'h-8 border-b border-line bg-sunken px-2 text-label font-medium text-ink-3 whitespace-nowrap';
const CELL = 'border-b border-line-faint px-2 py-2 align-top';
const COLUMNS = [
  ['Macchina', ''],
  ['Cantiere', ''],
  ['Ore inizio', 'text-right'],
  ['Ore fine', 'text-right'],
  ['Ore', 'text-right'],
  ['Giri inizio', 'text-right'],
  ['Giri fine', 'text-right'],
  ['Giri', 'text-right'],
  ['Litri', 'text-right'],
  ['Rimborso', ''],
  ['Motivo e lacune', ''],
] as const;

/** Shows the statement as a table, one row per machine and site, with the totals last. A wide table scrolls sideways in its panel. */
export function StatementTable({ statement: { data, totale }, busy }: { statement: Dichiarazione; busy: boolean }) {
  return (
    <div className="overflow-x-auto" tabIndex={0} role="region" aria-label="Righe della dichiarazione">
      <table className="num w-full border-separate border-spacing-0 text-body" aria-busy={busy || undefined}>
        <thead>
          <tr>
            {COLUMNS.map(([label, align]) => (
              <th key={label} scope="col" className={clsx(HEAD, align || 'text-left', 'first:pl-4')}>
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {data.map((row) => (
            <Row key={`${row.matricola}/${row.cantiere ?? ''}`} row={row} />
          ))}
        </tbody>
        <tfoot>
          <tr className="font-semibold">
            <th scope="row" colSpan={8} className="rounded-bl-panel bg-sunken px-2 py-2 pl-4 text-left font-semibold">
              Totale litri
            </th>
            <td className="bg-sunken px-2 text-right">{count(totale.litri)}</td>
            <td colSpan={2} className="rounded-br-panel bg-sunken px-2 font-normal text-ink-2">
              di cui ammessi <span className="font-semibold text-ink">{count(totale.litri_ammessi)}</span>
            </td>
          </tr>
        </tfoot>
      </table>
    </div>
  );
}

function Row({ row }: { row: RigaDichiarazione }) {
  const figure = clsx(CELL, 'whitespace-nowrap text-right');
  return (
    <tr>
      <th scope="row" className={clsx(CELL, 'whitespace-nowrap pl-4 text-left font-semibold')}>
        <Machine matricola={row.matricola} />
      </th>
      <td className={clsx(CELL, 'min-w-[120px]')}>
        <NamedCode field={accise.fields.cantiere} value={row.cantiere} />
      </td>
      <td className={clsx(figure, 'text-ink-3')}>{hours(row.ore_inizio)}</td>
      <td className={clsx(figure, 'text-ink-3')}>{hours(row.ore_fine)}</td>
      <td className={clsx(figure, 'font-medium')}>{hours(row.ore)}</td>
      <td className={clsx(figure, 'text-ink-3')}>{count(row.giri_inizio)}</td>
      <td className={clsx(figure, 'text-ink-3')}>{count(row.giri_fine)}</td>
      <td className={clsx(figure, 'font-medium')}>{count(row.giri)}</td>
      <td className={clsx(figure, 'font-semibold')}>
        <Litres matricola={row.matricola} litri={row.litri} />
      </td>
      <td className={CELL}>
        <Admission ammessa={row.ammessa} />
      </td>
      <td className={clsx(CELL, 'min-w-[280px]')}>
        <Words motivo={row.motivo} lacune={row.lacune} />
      </td>
    </tr>
  );
}
