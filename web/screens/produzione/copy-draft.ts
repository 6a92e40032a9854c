import { produzione } from '#contracts/registers/produzione.ts';
import { copyOf, type LineValues } from './line.ts';
import type { LastDay } from './use-last-day.ts';

export interface CopiedLine {
  /** Key of the original line. */
  key: string;
  values: LineValues;
  /** The copy is to be written. */
  taken: boolean;
  /** Why the portal refused the line. */
  refused: string | null;
}

/** A day being copied: the date of the original, and the copies not written yet. */
export interface CopiedDay {
  data: string;
  lines: readonly CopiedLine[];
}

/** A copied day as stored on the device. */
interface CopyDraft extends CopiedDay {
  /** Idempotency keys of attempts without a response, so that a line sent again is the same command. */
  attempts: Readonly<Record<string, string>>;
}

/** Returns the name of a copy's draft, by the key of its header. */
export const copyName = (header: string): string => `${produzione.path}/copia/${header}`;

export const copiedDay = ({ data, lines }: LastDay): CopiedDay => ({
  data,
  lines: lines.map((line) => ({ key: String(line.id), values: copyOf(line), taken: true, refused: null })),
});

const isSame = (one: CopiedLine, other: CopiedLine | undefined): boolean =>
  other !== undefined && one.taken === other.taken && JSON.stringify(one.values) === JSON.stringify(other.values);

/**
 * Returns the draft to store for a copy that began as `start`; `null` if nothing was touched, written or sent. Over an unanswered draft
 * `offered`, only the lines touched since are replaced.
 */
export function draftOfCopy(start: CopiedDay, now: CopiedDay, attempts: CopyDraft['attempts'], offered: unknown): CopyDraft | null {
  const before = new Map(start.lines.map((line) => [line.key, line]));
  const changedLines = new Map(now.lines.filter((line) => !isSame(line, before.get(line.key))).map((line) => [line.key, line]));
  if (changedLines.size === 0 && now.lines.length === start.lines.length && Object.keys(attempts).length === 0) return null;
  const under = asCopyDraft(offered);
  if (!under) return { ...now, attempts };
  const currentKeys = new Set(now.lines.map(({ key }) => key));
  return {
    data: under.data,
    lines: under.lines.filter(({ key }) => currentKeys.has(key)).map((line) => changedLines.get(line.key) ?? line),
    attempts: { ...under.attempts, ...attempts },
  };
}

export function asCopyDraft(part: unknown): CopyDraft | null {
  const draft = part as CopyDraft | null | undefined;
  return typeof draft?.data === 'string' && Array.isArray(draft.lines) ? { ...draft, attempts: draft.attempts ?? {} } : null;
}
