import type { QrAction, QrType } from '#contracts/modules/qrcode.ts';

/** Returns the path of the page that a record's QR code opens. */
export const qrPath = (kind: QrType, id: string): string => `/home/${kind}/qrcode/${encodeURIComponent(id)}`;

/** Returns the QR code's content: an absolute address. */
export const qrAddress = (origin: string, kind: QrType, id: string): string => origin + qrPath(kind, id);

/** The login that leads back to that page, or on to what was chosen there. */
export const accessoQr = (kind: QrType, id: string, action?: QrAction): string =>
  `/login-qr?${new URLSearchParams([['tipo', kind], ['id', id], ...(action ? [['azione', action]] : [])]).toString()}`;
