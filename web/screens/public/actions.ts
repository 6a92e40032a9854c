import { manutenzioni } from '#contracts/registers/manutenzioni.ts';
import { QR_ACTIONS, type QrAction } from '#contracts/modules/qrcode.ts';
import { newHref } from '#web/registers/addresses.ts';
import { qrPath } from '#web/registers/qr-address.ts';

const PREFILL: Readonly<Record<QrAction, Readonly<Record<string, string>>>> = {
  lettura: { tipologia: 'Lettura', cursore: 'ore_km' },
  manutenzione: {},
};

/** The form of what one scans a machine for, with that machine in it; it leads back to the machine. */
export const actionHref = (matricola: string, action: QrAction): string =>
  newHref(manutenzioni, { matricola, ...PREFILL[action], ritorno: qrPath('macchinari', matricola) });

/** Reads the action chosen before signing in; `null` for none or an unknown one. */
export function chosenAction(search: string): QrAction | null {
  const chosen = new URLSearchParams(search).get('azione');
  return QR_ACTIONS.find((action) => action === chosen) ?? null;
}
