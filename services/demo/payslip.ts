/** A movement of a payslip; debit and credit are in cents. */
export type Movement = readonly [conto: string, descrizione: string, dare: number, avere: number];

interface Pay {
  /** Base salary in cents, like the other amounts. */
  salary: number;
  overtime: number;
  travel: number;
  /** Correction of earlier months, usually negative. */
  reversal?: number;
}

/** Returns the movements of a month's pay, whose debits equal its credits. Leaves out movements of zero. */
export function movementsOf({ salary, overtime, travel, reversal = 0 }: Pay): Movement[] {
  const part = (tenThousandths: number): number => Math.floor(((salary + overtime) * tenThousandths) / 10_000);
  const [inps, inail, cassa, tfr, tax] = [part(2878), part(653), part(1023), part(741), part(1450)];
  const withInps = inps + part(949);
  const debit = salary + overtime + travel + reversal + inps + inail + cassa + tfr;
  const rows: Movement[] = [
    ['60.01.001', 'Salari operai', salary, 0],
    ['60.01.002', 'Straordinari', overtime, 0],
    ['60.01.003', 'Indennità di trasferta', travel, 0],
    ['60.01.004', 'Storni e recuperi', reversal, 0],
    ['60.02.001', 'Oneri sociali INPS', inps, 0],
    ['60.02.002', 'Premi INAIL', inail, 0],
    ['60.02.003', 'Contributi Cassa Edile', cassa, 0],
    ['60.03.001', 'Quota TFR', tfr, 0],
    ['26.01.001', 'INPS c/contributi', 0, withInps],
    ['26.01.002', 'INAIL c/premi', 0, inail],
    ['26.01.003', 'Cassa Edile c/contributi', 0, cassa],
    ['20.01.001', 'Fondo TFR', 0, tfr],
    ['26.02.001', 'Erario c/ritenute', 0, tax],
    ['25.01.001', 'Debiti v/dipendenti', 0, debit - withInps - inail - cassa - tfr - tax],
  ];
  return rows.filter(([, , dare, avere]) => dare !== 0 || avere !== 0);
}

/** Formats cents as the payroll consultant's program does, such as `1.234,56`. */
export function euro(cents: number): string {
  const digits = String(Math.abs(cents)).padStart(3, '0');
  return `${cents < 0 ? '-' : ''}${digits.slice(0, -2).replaceAll(/\B(?=(\d{3})+$)/g, '.')},${digits.slice(-2)}`;
}
