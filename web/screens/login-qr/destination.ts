import { QR_ACTIONS, QR_TYPES, type QrType } from '#contracts/modules/qrcode.ts';
import { qrPath } from '#web/modules/qrcode/qr-address.ts';

export interface Destination {
  tipo: QrType;
  id: string;
  /** Address of the destination, always within the portal. */
  href: string;
  /** The login was opened from the destination page itself, so it returns by one step back. */
  dallaPagina: boolean;
}

// oxlint-disable-next-line no-control-regex -- control characters are what it refuses
const IMPOSSIBILE = /[\u0000-\u001F\u007F-\u009F/\\]|^\.{1,2}$/;

/** Reads the destination of a QR code's login from the navigation's state, or from the address after a reload. */
export function destinationOf(state: unknown, search: string): Destination | null {
  const query = new URLSearchParams(search);
  return (
    parseDestination(state as Record<string, unknown> | null) ??
    parseDestination({ tipo: query.get('tipo'), id: query.get('id'), action: query.get('azione') })
  );
}

function parseDestination(data: Record<string, unknown> | null | undefined): Destination | null {
  const kind = QR_TYPES.find((name) => name === data?.['tipo']);
  const id = typeof data?.['id'] === 'number' ? String(data['id']) : data?.['id'];
  if (!kind || typeof id !== 'string' || id.trim() === '' || id.length > 100 || IMPOSSIBILE.test(id.trim())) return null;
  const action = QR_ACTIONS.find((name) => name === data?.['action']);
  const href = qrPath(kind, id.trim()) + (action ? `?azione=${action}` : '');
  return { tipo: kind, id: id.trim(), href, dallaPagina: data?.['dallaPagina'] === true && !action };
}
