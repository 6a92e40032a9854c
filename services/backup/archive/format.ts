import { z } from 'zod';

/**
 * A backup is one file, written and read from its beginning to its end:
 *
 *     "STRATO-BACKUP\n"
 *     length of the header (4 bytes, big endian), header (JSON, readable without the passphrase)
 *     frames, each: kind (1 byte), length of the payload (4 bytes), payload, seal (16 bytes)
 *
 * A part is a frame BEGIN (JSON: `PartName`), frames DATA and a frame END (JSON: `PartEnd`); the last
 * frame of all is the MANIFEST, and nothing comes after it. The seal of a frame covers its payload,
 * its kind, its place among the frames and the header: with a passphrase it is that of AES-256-GCM,
 * which the payload is then encrypted with, without one the first half of a SHA-256. So a file that
 * was cut, altered, or put together otherwise is known before its end.
 */
export const MAGIC = Buffer.from('STRATO-BACKUP\n');
/** Format version that this program writes, and the newest it reads. */
export const FORMAT = 1;

export const KIND = { begin: 1, data: 2, end: 3, manifest: 4 } as const;
export type Kind = (typeof KIND)[keyof typeof KIND];

export const SEAL_BYTES = 16;
/** Maximum bytes of a part in one frame, which is as much of the part as memory holds. */
export const PIECE_BYTES = 256 * 1024;
/** Maximum bytes of a frame; a greater length in a file means damage. */
export const MAX_FRAME_BYTES = 64 * 1024 * 1024;
export const MAX_HEADER_BYTES = 64 * 1024;

/** Encryption parameters. scrypt derives the master key from the passphrase; HKDF with `fileSalt` derives the file's own key. */
export const encryptionSchema = z.object({
  cipher: z.literal('aes-256-gcm'),
  kdf: z.object({
    name: z.literal('scrypt'),
    N: z
      .number()
      .int()
      .max(2 ** 20),
    r: z.number().int().max(32),
    p: z.number().int().max(16),
    salt: z.string(),
  }),
  fileSalt: z.string(),
  /** HMAC made with the master key, which tells a wrong passphrase from a damaged file. */
  proof: z.string(),
});
export type Encryption = z.infer<typeof encryptionSchema>;

export const headerSchema = z.object({
  format: z.number().int(),
  /** ISO instant. */
  made: z.string(),
  encryption: encryptionSchema.nullable(),
});
export type Header = z.infer<typeof headerSchema>;

export const partName = z.object({ name: z.string(), gzip: z.boolean() });
export type PartName = z.infer<typeof partName>;

/** Digest and size of a part before compression. */
export const partEnd = z.object({ sha256: z.string(), bytes: z.number() });
export type PartEnd = z.infer<typeof partEnd>;

export type Part = PartName & PartEnd;

/** Error for a file that is not a restorable backup; the message has the reason. Nothing has been changed when it is thrown. */
export class BackupRefused extends Error {
  constructor(reason: string, options?: ErrorOptions) {
    super(reason, options);
    this.name = 'BackupRefused';
  }
}

export const ALTERED = 'The backup is damaged: it was altered after it was made. Nothing was touched.';
export const CUT = 'The backup is cut short: it does not have its end. Nothing was touched.';
