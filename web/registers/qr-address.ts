import type { QrAction, QrType } from '#contracts/modules/qrcode.ts';

/** Page of the portal behind the code of a record. */
export const qrPath = (kind: QrType, id: string): string => `/home/${kind}/qrcode/${encodeURIComponent(id)}`;

/** What the code says: an absolute address, that a phone opens by itself. */
export const qrAddress = (origin: string, kind: QrType, id: string): string => origin + qrPath(kind, id);

/** The login that leads back to that page, or on to what was chosen there. */
export const accessoQr = (kind: QrType, id: string, action?: QrAction): string =>
  `/login-qr?${new URLSearchParams([['tipo', kind], ['id', id], ...(action ? [['azione', action]] : [])]).toString()}`;
