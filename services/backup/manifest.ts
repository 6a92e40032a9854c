import { z } from 'zod';

/** Folders whose files a backup holds. */
export const TREES = ['archivio', 'risultati', 'segreti'] as const;

/** Tells whether a relative path stays inside its folder. */
const within = (path: string): boolean =>
  path !== '' && !path.includes('\0') && path.split('/').every((name) => name !== '' && name !== '.' && name !== '..');

/** Schema of a listed file, or of a link to a file in the same folder. */
export const fileEntry = z.object({
  tree: z.enum(TREES),
  /** Path below the tree's folder, with `/` between folders. */
  path: z.string().refine(within),
  sha256: z.string(),
  bytes: z.number(),
  /** Milliseconds since 1970. */
  modified: z.number(),
  /** Name of the file that a link points to; only for links. */
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
  /** Time at which the log recorded the event, if the event store tells it. */
  recorded: z.string().optional(),
});
export type LoggedEvent = z.infer<typeof loggedEvent>;

/** Returns the time at which the log recorded the event; if unknown, the time of the command. */
export const momentOf = ({ recorded, metadata }: LoggedEvent): string => recorded ?? metadata.at;

/** Schema of the manifest at the end of a backup. */
export const manifestSchema = z.object({
  /** The last migration of the write side. */
  migration: z.string(),
  /** Log position of the snapshot, to which the tables and files belong too. */
  moment: z.object({ position: z.string().nullable(), at: z.string(), events: z.number(), log: z.string() }),
  /** Whether no document was recorded between the snapshot and the list of files, so that both show exactly one moment. */
  quiet: z.boolean(),
  /** Folder of job results in the saved portal. A restore replaces it in the jobs' rows, which hold whole paths. */
  resultsFolder: z.string(),
  /** Place of the files' contents: inside this file, or in the folder beside it. */
  contents: z.enum(['inside', 'beside']),
  files: z.object({
    count: z.number(),
    bytes: z.number(),
    skippedLinks: z.number(),
    /** Number of recorded documents that the archive lacks; `examples` has the paths of some. */
    missing: z.number(),
    examples: z.array(z.string()),
  }),
  rows: z.record(z.string(), z.number()),
  /** Digests of all parts except file contents, whose digests are in the part `files`. */
  parts: z.array(z.object({ name: z.string(), gzip: z.boolean(), sha256: z.string(), bytes: z.number() })),
});
export type Manifest = z.infer<typeof manifestSchema>;

export const PART = { log: 'log', files: 'files', content: 'content', table: (name: string) => `table/${name}` } as const;
