/** Looks at a content as it streams by. */
export interface Judge {
  /** False once the bytes cannot be of that type any more. */
  push(chunk: Buffer): boolean;
  /** Whether the last marker has come. */
  whole(): boolean;
}

/** Blanks and a byte order mark may come before the header, within the first 1,024 bytes. */
const HEAD = 1024;
/** Readers look for the last marker in the last 1,024. */
const TAIL = 1024;
const HEADER = /^(?:\xef\xbb\xbf|[\s\0])*%PDF-/;

export function pdfJudge(): Judge {
  let [head, tail] = [Buffer.alloc(0), Buffer.alloc(0)];
  const begins = () => HEADER.test(head.toString('latin1'));
  return {
    push(chunk) {
      if (head.length < HEAD) head = Buffer.concat([head, chunk.subarray(0, HEAD - head.length)]);
      tail = Buffer.concat([tail, chunk.subarray(-TAIL)]).subarray(-TAIL);
      return head.length < HEAD || begins();
    },
    whole: () => begins() && tail.includes('%%EOF'),
  };
}

const [START, END, SCAN, FILL] = [0xd8, 0xd9, 0xda, 0xff];

type WalkState = 'start' | 'seek' | 'code' | 'high' | 'low' | 'end';

/**
 * Walks a JPEG marker by marker: a segment's inside is skipped by its length, so that the end of the
 * small picture that cameras put in there is not taken for the end of the photo. What cameras write
 * after the last marker is let through.
 */
export function jpegJudge(): Judge {
  let step = 'start' as WalkState;
  let [seen, marker, length, skip] = [0, 0, 0, 0];
  const byteIn: Record<WalkState, (byte: number) => boolean> = {
    start(byte) {
      seen += 1;
      if (seen === 3) step = 'code';
      return byte === [FILL, START, FILL][seen - 1];
    },
    seek(byte) {
      if (byte === FILL) step = 'code';
      return true;
    },
    code(byte) {
      // 00: an FF of the picture itself; D0–D7 and 01 stand alone
      if (byte === FILL) return true;
      marker = byte;
      step = byte === END ? 'end' : byte === 0 || byte === 1 || (byte >= 0xd0 && byte <= 0xd7) ? 'seek' : 'high';
      return byte !== START;
    },
    high(byte) {
      [length, step] = [byte * 256, 'low'];
      return true;
    },
    low(byte) {
      length += byte;
      [skip, step] = [length - 2, 'seek'];
      return length >= 2 && !(marker === SCAN && length < 6);
    },
    end: () => true,
  };
  return {
    push(chunk) {
      for (let i = 0; i < chunk.length && step !== 'end'; i += 1) {
        const jump = Math.min(skip, chunk.length - i);
        skip -= jump;
        i += jump;
        if (step === 'seek' && skip === 0) {
          const next = chunk.indexOf(FILL, i);
          i = next === -1 ? chunk.length : next;
        }
        const byte = chunk[i];
        if (byte !== undefined && !byteIn[step](byte)) return false;
      }
      return true;
    },
    whole: () => step === 'end',
  };
}
