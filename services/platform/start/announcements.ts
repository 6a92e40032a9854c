import { ACCOUNT_DEMO } from '../identity/demo-accounts.ts';
import type { FirstAccess } from '../identity/first-access.ts';
import { isDemo, type Config } from './config.ts';

const print = (lines: string[]): void => console.log(`\n${lines.map((line) => `  ${line}`.trimEnd()).join('\n')}\n`);

/** Returns the portal's address for a browser on this machine. */
export function address({ HOST, PORT }: Pick<Config, 'HOST' | 'PORT'>): string {
  const host = ['0.0.0.0', '::', ''].includes(HOST) ? 'localhost' : HOST;
  return `http://${host.includes(':') ? `[${host}]` : host}:${PORT}`;
}

/** Prints where the first administrator's password is, when this user is created. The password itself is only in the file. */
export function announceFirstAccess({ memberID, path, until }: FirstAccess): void {
  print([
    `First administrator: ${memberID}`,
    `password in ${path}`,
    '',
    `It opens until ${until.toISOString()}, and only to choose another one; a start after that makes a new one.`,
  ]);
}

/** Prints that the portal is ready, its address, and the accounts of the demo if there is one. */
export function announceReady(config: Config, seconds: number): void {
  const demo = isDemo(config);
  const accounts = ACCOUNT_DEMO.map(
    ({ memberID, password, groupID }) => `  ${memberID.padEnd(10)} ${password.padEnd(16)} group ${groupID}`,
  );
  print([
    `Strato is ready after ${seconds.toFixed(1)} s:  ${address(config)}`,
    `Node ${process.versions.node}, ${process.execPath.includes('/node_modules/') ? 'the one of node_modules' : "the machine's own"}`,
    ...(demo ? ['', 'Demo accounts (user, password):', ...accounts] : []),
    '',
    'Ctrl+C stops it.',
  ]);
}
