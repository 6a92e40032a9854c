export interface Intervallo {
  inizio: number;
  /** Inclusive. */
  fine: number;
}

/**
 * The part a `Range` header asks for (RFC 9110): `null` = send everything (no header, another unit,
 * a broken one, several parts), `fuori` = 416.
 */
export function intervalloRichiesto(intestazione: string | undefined, byte: number): Intervallo | null | 'fuori' {
  const trovato = /^bytes=\s*(\d*)-(\d*)\s*$/i.exec(intestazione ?? '');
  if (!trovato) return null;
  const [, da, a] = trovato as unknown as [string, string, string];
  if (da === '' && a === '') return null;
  if (da === '') {
    const ultimi = Number(a);
    return ultimi === 0 || byte === 0 ? 'fuori' : { inizio: Math.max(0, byte - ultimi), fine: byte - 1 };
  }
  const inizio = Number(da);
  if (a !== '' && Number(a) < inizio) return null;
  if (inizio >= byte) return 'fuori';
  return { inizio, fine: a === '' ? byte - 1 : Math.min(Number(a), byte - 1) };
}
