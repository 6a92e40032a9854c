import type { QrAction, QrType } from '#contracts/modules/qrcode.ts';

/** Returns the path of the page that a record's QR code opens. */
export const qrPath = (kind: QrType, id: string): string => `/home/${kind}/qrcode/${encodeURIComponent(id)}`;

/** Returns the QR code's content: an absolute address. */
export const qrAddress = (origin: string, kind: QrType, id: string): string => origin + qrPath(kind, id);

/** Returns the address of the login that leads back to a QR code's page, or on to an action chosen there. */
export const accessoQr = (kind: QrType, id: string, action?: QrAction): string =>
  `/login-qr?${new URLSearchParams([['tipo', kind], ['id', id], ...(action ? [['azione', action]] : [])]).toString()}`;
