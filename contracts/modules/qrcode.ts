import type { ValuesOf } from '../core/typed-record.ts';
import type { macchinari } from '../registers/macchinari.ts';

/** Fields of a machine that its QR code shows to anyone, without a session. */
export const PUBLIC_FIELDS = [
  'matricola',
  'tipologia',
  'marca',
  'modello',
  'descrizione',
  'chassis',
  'targa',
  'anno_acquisto',
  'foto',
  'stato_attuale',
] as const satisfies readonly (keyof ValuesOf<typeof macchinari> | 'matricola')[];

/** `data[0]` of `GET api/qrcode?matricola=X` without a session. */
export type PublicMacchina = { matricola: string } & Record<
  Exclude<(typeof PUBLIC_FIELDS)[number], 'matricola'>,
  string | number | null
> & {
    /** Short-lived name for `GET /file?file=NAME`, instead of the path. */
    foto: string | null;
  };

/** Kinds of record with a page behind a QR code: first segment of its address after /home. */
export const QR_TYPES = ['macchinari', 'personale'] as const;
export type QrType = (typeof QR_TYPES)[number];

/** Actions for which a person scans a machine. */
export const QR_ACTIONS = ['lettura', 'manutenzione'] as const;
export type QrAction = (typeof QR_ACTIONS)[number];
