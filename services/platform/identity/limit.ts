/** Runs tasks in the order they come, at most `massimo` at a time. One task's failure is its own. */
export function concorrenza(massimo: number): <T>(compito: () => Promise<T>) => Promise<T> {
  let attivi = 0;
  const attesa: (() => void)[] = [];
  return async (compito) => {
    if (attivi >= massimo) await new Promise<void>((resolve) => attesa.push(resolve));
    else attivi += 1;
    try {
      return await compito();
    } finally {
      // the place passes straight to the next one, so that a newcomer cannot slip in between
      const prossimo = attesa.shift();
      if (prossimo) prossimo();
      else attivi -= 1;
    }
  };
}
