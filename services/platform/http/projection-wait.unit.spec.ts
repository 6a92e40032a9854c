import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { sala } from './projection-wait.ts';

const p = (n: number): string => String(n).padStart(5, '0');

/** Checkpoints that the spec moves by hand; every read waits until it is let go. */
function segni() {
  const stato = { posizione: null as string | null, letture: 0, inCorso: 0, massimo: 0 };
  const aperte: (() => void)[] = [];
  return {
    stato,
    async leggi(): Promise<string | null> {
      stato.letture += 1;
      stato.inCorso += 1;
      stato.massimo = Math.max(stato.massimo, stato.inCorso);
      const vista = stato.posizione;
      await new Promise<void>((resolve) => aperte.push(resolve));
      stato.inCorso -= 1;
      return vista;
    },
    async lascia(): Promise<void> {
      while (aperte.length > 0) {
        aperte.shift()?.();
        for (let i = 0; i < 5; i += 1) await Promise.resolve();
      }
    },
  };
}

describe('aspettare le tabelle di lettura', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('cinquanta che aspettano fanno una lettura alla volta, e quando arriva sono contenti tutti', async () => {
    const { stato, leggi, lascia } = segni();
    const attesa = sala(leggi);
    const tutti = Promise.all(Array.from({ length: 50 }, () => attesa.finoA(p(7))));
    await lascia();
    stato.posizione = p(7);
    attesa.sveglia();
    await lascia();
    expect(await tutti).toEqual(Array.from({ length: 50 }, () => true));
    expect(stato.massimo).toBe(1);
    expect(stato.letture).toBeLessThanOrEqual(3);
  });

  it('una posizione già passata non costa nulla', async () => {
    const { stato, leggi, lascia } = segni();
    const attesa = sala(leggi);
    stato.posizione = p(9);
    const prima = attesa.finoA(p(9));
    await lascia();
    expect(await prima).toBe(true);
    const letture = stato.letture;
    expect(await attesa.finoA(p(3))).toBe(true);
    expect(stato.letture).toBe(letture);
  });

  it('chi arriva durante una lettura già partita ne ha una dopo', async () => {
    const { stato, leggi, lascia } = segni();
    const attesa = sala(leggi);
    const prima = attesa.finoA(p(1));
    stato.posizione = p(2);
    const seconda = attesa.finoA(p(2));
    await lascia();
    expect(await Promise.all([prima, seconda])).toEqual([true, true]);
    expect(stato.letture).toBe(2);
  });

  it('oltre il tempo concesso risponde che è in ritardo, e smette di leggere', async () => {
    const { stato, leggi, lascia } = segni();
    const attesa = sala(leggi);
    const risposta = attesa.finoA(p(1));
    for (let passati = 0; passati < 2_000; passati += 250) {
      await lascia();
      await vi.advanceTimersByTimeAsync(250);
    }
    expect(await risposta).toBe(false);
    await lascia();
    const letture = stato.letture;
    expect(letture).toBeGreaterThan(1);
    await vi.advanceTimersByTimeAsync(5_000);
    attesa.sveglia();
    expect(stato.letture).toBe(letture);
  });

  it('se la notifica si perde, se ne accorge da sola', async () => {
    const { stato, leggi, lascia } = segni();
    const attesa = sala(leggi);
    const risposta = attesa.finoA(p(4));
    await lascia();
    stato.posizione = p(4);
    await vi.advanceTimersByTimeAsync(250);
    await lascia();
    expect(await risposta).toBe(true);
  });

  it('il database che non risponde è un ritardo, non un errore', async () => {
    const attesa = sala(async () => {
      throw new Error('connection refused');
    });
    const risposta = attesa.finoA(p(1), 100);
    await vi.advanceTimersByTimeAsync(100);
    expect(await risposta).toBe(false);
  });
});
