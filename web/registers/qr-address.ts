import type { QrType } from '#contracts/modules/qrcode.ts';

/** Page of the portal behind the code of a record. */
export const percorsoQr = (tipo: QrType, id: string): string => `/home/${tipo}/qrcode/${encodeURIComponent(id)}`;

/** What the code says: an absolute address, that a phone opens by itself. */
export const indirizzoQr = (origin: string, tipo: QrType, id: string): string => origin + percorsoQr(tipo, id);

/** The login that leads back to that page. */
export const accessoQr = (tipo: QrType, id: string): string => `/login-qr?${new URLSearchParams({ tipo, id }).toString()}`;
