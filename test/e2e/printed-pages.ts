import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Page } from 'playwright-core';

const execute = promisify(execFile);
const present = (program: string): boolean => (process.env['PATH'] ?? '').split(':').some((folder) => existsSync(join(folder, program)));

/** True if the programs that read printed pages are installed: Debian's zbar-tools and poppler-utils. */
export const READERS = present('zbarimg') && present('pdftotext') && present('pdftoppm');

export interface Sheet {
  testo: string;
  /** Texts of the QR codes on the page. */
  codici: string[];
}

/** Prints the page and reads each sheet: its text and its QR codes. */
export async function printedPage(page: Page): Promise<Sheet[]> {
  return inFolder(async (folder) => {
    const pdf = join(folder, 'stampa.pdf');
    await page.pdf({ path: pdf, preferCSSPageSize: true });
    await execute('pdftoppm', ['-r', '150', '-png', pdf, join(folder, 'foglio')]);
    const images = (await readdir(folder)).filter((name) => name.endsWith('.png')).toSorted();
    return Promise.all(
      images.map(async (name, i) => ({
        testo: (await execute('pdftotext', ['-layout', '-f', String(i + 1), '-l', String(i + 1), pdf, '-'])).stdout.trim(),
        codici: await readCodes(join(folder, name)),
      })),
    );
  });
}

/** Returns the size of the first printed sheet in points, as "595 x 842". */
export async function sheetSize(page: Page): Promise<string> {
  return inFolder(async (folder) => {
    const pdf = join(folder, 'stampa.pdf');
    await page.pdf({ path: pdf, preferCSSPageSize: true });
    const { stdout } = await execute('pdfinfo', [pdf]);
    const [, wide, high] = /Page size:\s+([\d.]+) x ([\d.]+)/.exec(stdout) ?? [];
    return `${Math.round(Number(wide))} x ${Math.round(Number(high))}`;
  });
}

/** Reads the QR codes on the screen. */
export async function codesOnScreen(page: Page): Promise<string[]> {
  return inFolder(async (folder) => {
    const image = join(folder, 'schermo.png');
    await writeFile(image, await page.screenshot({ fullPage: true }));
    return readCodes(image);
  });
}

async function readCodes(image: string): Promise<string[]> {
  // exit code 4: no code in the picture
  const { stdout } = await execute('zbarimg', ['--quiet', '--raw', '-Sdisable', '-Sqrcode.enable', image]).catch(
    (error: { code?: number; stdout?: string }) => {
      if (error.code === 4) return { stdout: '' };
      throw error;
    },
  );
  return stdout.split('\n').filter(Boolean).toSorted();
}

async function inFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'strato-carta-'));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  }
}
