import { QR_TYPES, type QrType } from '#contracts/modules/qrcode.ts';
import { percorsoQr } from '#web/registers/qr-address.ts';

export interface Destination {
  tipo: QrType;
  id: string;
  /** Always a page of the portal, whatever was asked for. */
  href: string;
  /** One came from that very page: it is one step back. */
  dallaPagina: boolean;
}

// oxlint-disable-next-line no-control-regex -- control characters are what it refuses
const IMPOSSIBILE = /[\u0000-\u001F\u007F-\u009F/\\]|^\.{1,2}$/;

/** Where the login of a QR code leads: from the navigation's state, or from the address after a reload. */
export function destinationOf(state: unknown, search: string): Destination | null {
  const query = new URLSearchParams(search);
  return leggi(state as Record<string, unknown> | null) ?? leggi({ tipo: query.get('tipo'), id: query.get('id') });
}

function leggi(dati: Record<string, unknown> | null | undefined): Destination | null {
  const tipo = QR_TYPES.find((nome) => nome === dati?.['tipo']);
  const id = typeof dati?.['id'] === 'number' ? String(dati['id']) : dati?.['id'];
  if (!tipo || typeof id !== 'string' || id.trim() === '' || id.length > 100 || IMPOSSIBILE.test(id.trim())) return null;
  return { tipo, id: id.trim(), href: percorsoQr(tipo, id.trim()), dallaPagina: dati?.['dallaPagina'] === true };
}
