import { ACCOUNT_DEMO } from '../identity/demo-accounts.ts';
import type { Config } from './config.ts';

const print = (lines: string[]): void => console.log(`\n${lines.map((line) => `  ${line}`.trimEnd()).join('\n')}\n`);

/** Where a browser on this machine finds the portal. */
export function address({ HOST, PORT }: Pick<Config, 'HOST' | 'PORT'>): string {
  const host = ['0.0.0.0', '::', ''].includes(HOST) ? 'localhost' : HOST;
  return `http://${host.includes(':') ? `[${host}]` : host}:${PORT}`;
}

/** Told once, when the first administrator is made; it is nowhere else, the log of the program included. */
export function announcePassword(password: string): void {
  print([
    'Primo amministratore, mostrato solo questa volta:',
    '',
    `utente    admin`,
    `password  ${password}`,
    '',
    'Cambiare la password dopo il primo accesso.',
  ]);
}

export function announceReady(config: Config, seconds: number): void {
  const demo = config.DEMO && config.NODE_ENV !== 'production';
  const accounts = ACCOUNT_DEMO.map(
    ({ memberID, password, groupID }) => `  ${memberID.padEnd(10)} ${password.padEnd(16)} gruppo ${groupID}`,
  );
  print([
    `Strato è pronto (${seconds.toFixed(1)} s):  ${address(config)}`,
    ...(demo ? ['', 'Account dimostrativi (utente, password):', ...accounts] : []),
    '',
    'Ctrl+C per fermarlo.',
  ]);
}
