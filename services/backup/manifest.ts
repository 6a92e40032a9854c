import { z } from 'zod';

/** Folders whose files a backup holds. */
export const TREES = ['archivio', 'risultati', 'segreti'] as const;

/** No way out of the folder that it is written into. */
const within = (path: string): boolean =>
  path !== '' && !path.includes('\0') && path.split('/').every((name) => name !== '' && name !== '.' && name !== '..');

/** A file, or a link to one beside it. */
export const fileEntry = z.object({
  tree: z.enum(TREES),
  /** `/` between folders. */
  path: z.string().refine(within),
  sha256: z.string(),
  bytes: z.number(),
  /** Milliseconds since 1970. */
  modified: z.number(),
  /** The name that a link leads to; its content is not its own. */
  link: z
    .string()
    .refine((name) => within(name) && !name.includes('/'))
    .optional(),
});
export type FileEntry = z.infer<typeof fileEntry>;

/** A line of the part `log`. */
export const loggedEvent = z.object({
  position: z.string(),
  stream: z.string(),
  version: z.number(),
  type: z.string(),
  data: z.record(z.string(), z.json()),
  metadata: z.looseObject({ eventId: z.string(), at: z.string() }),
  /** When the log took it, where it tells. */
  recorded: z.string().optional(),
});
export type LoggedEvent = z.infer<typeof loggedEvent>;

/** Returns the time at which the log recorded the event; if unknown, the time of the command. */
export const momentOf = ({ recorded, metadata }: LoggedEvent): string => recorded ?? metadata.at;

/** Schema of the manifest at the end of a backup. */
export const manifestSchema = z.object({
  /** The last migration of the write side. */
  migration: z.string(),
  /** A position of the log is the moment of all of it. */
  moment: z.object({ position: z.string().nullable(), at: z.string(), events: z.number(), log: z.string() }),
  /** Nobody wrote a file while the log and the list of files were read, so they are of one moment to the byte. */
  quiet: z.boolean(),
  /** Rows of jobs name their files by their whole path. */
  resultsFolder: z.string(),
  /** Place of the files' contents: inside this file, or in the folder beside it. */
  contents: z.enum(['inside', 'beside']),
  files: z.object({
    count: z.number(),
    bytes: z.number(),
    skippedLinks: z.number(),
    /** Documents that the log tells of and the archive did not have, and the paths of some. */
    missing: z.number(),
    examples: z.array(z.string()),
  }),
  rows: z.record(z.string(), z.number()),
  /** All but the contents of files, whose sums the part `files` has. */
  parts: z.array(z.object({ name: z.string(), gzip: z.boolean(), sha256: z.string(), bytes: z.number() })),
});
export type Manifest = z.infer<typeof manifestSchema>;

export const PART = { log: 'log', files: 'files', content: 'content', table: (name: string) => `table/${name}` } as const;
