import { manutenzioni } from '#contracts/registers/manutenzioni.ts';
import { QR_ACTIONS, type QrAction } from '#contracts/modules/qrcode.ts';
import { newHref } from '#web/registers/addresses.ts';
import { qrPath } from '#web/modules/qrcode/qr-address.ts';

const PREFILL: Readonly<Record<QrAction, Readonly<Record<string, string>>>> = {
  lettura: { tipologia: 'Lettura', cursore: 'ore_km' },
  manutenzione: {},
};

/** Returns the address of an action's form, filled with the machine; the form leads back to the machine's page. */
export const actionHref = (matricola: string, action: QrAction): string =>
  newHref(manutenzioni, { matricola, ...PREFILL[action], ritorno: qrPath('macchinari', matricola) });

/** Reads the action chosen before signing in; `null` for none or an unknown one. */
export function chosenAction(search: string): QrAction | null {
  const chosen = new URLSearchParams(search).get('azione');
  return QR_ACTIONS.find((action) => action === chosen) ?? null;
}
