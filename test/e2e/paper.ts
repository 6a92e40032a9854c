import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Page } from 'playwright-core';

const esegui = promisify(execFile);
const presente = (programma: string): boolean => (process.env['PATH'] ?? '').split(':').some((cartella) => existsSync(join(cartella, programma)));

/** The programs that read paper as somebody else would: Debian's zbar-tools and poppler-utils. */
export const LETTORI = presente('zbarimg') && presente('pdftotext') && presente('pdftoppm');

export interface Foglio {
  testo: string;
  /** What the QR codes on it say. */
  codici: string[];
}

/** The page as it comes out of the printer, a sheet at a time. */
export async function stampata(page: Page): Promise<Foglio[]> {
  return inCartella(async (cartella) => {
    const pdf = join(cartella, 'stampa.pdf');
    await page.pdf({ path: pdf, preferCSSPageSize: true });
    await esegui('pdftoppm', ['-r', '150', '-png', pdf, join(cartella, 'foglio')]);
    const immagini = (await readdir(cartella)).filter((nome) => nome.endsWith('.png')).toSorted();
    return Promise.all(immagini.map(async (nome, i) => ({
      testo: (await esegui('pdftotext', ['-layout', '-f', String(i + 1), '-l', String(i + 1), pdf, '-'])).stdout.trim(),
      codici: await leggiCodici(join(cartella, nome)),
    })));
  });
}

/** Size of the first sheet in points, as "595 x 842". */
export async function misuraFoglio(page: Page): Promise<string> {
  return inCartella(async (cartella) => {
    const pdf = join(cartella, 'stampa.pdf');
    await page.pdf({ path: pdf, preferCSSPageSize: true });
    const { stdout } = await esegui('pdfinfo', [pdf]);
    const [, largo, alto] = /Page size:\s+([\d.]+) x ([\d.]+)/.exec(stdout) ?? [];
    return `${Math.round(Number(largo))} x ${Math.round(Number(alto))}`;
  });
}

/** What the QR codes on the screen say. */
export async function codiciSulloSchermo(page: Page): Promise<string[]> {
  return inCartella(async (cartella) => {
    const immagine = join(cartella, 'schermo.png');
    await writeFile(immagine, await page.screenshot({ fullPage: true }));
    return leggiCodici(immagine);
  });
}

async function leggiCodici(immagine: string): Promise<string[]> {
  // exit code 4: no code in the picture
  const { stdout } = await esegui('zbarimg', ['--quiet', '--raw', '-Sdisable', '-Sqrcode.enable', immagine]).catch((error: { code?: number; stdout?: string }) => {
    if (error.code === 4) return { stdout: '' };
    throw error;
  });
  return stdout.split('\n').filter(Boolean).toSorted();
}

async function inCartella<T>(lavoro: (cartella: string) => Promise<T>): Promise<T> {
  const cartella = await mkdtemp(join(tmpdir(), 'strato-carta-'));
  try {
    return await lavoro(cartella);
  } finally {
    await rm(cartella, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  }
}
