import { fileStem, momentInFileName, momentLine } from '#contracts/export/file.ts';
import { romeDayAndTime } from '#contracts/core/dates.ts';
import type { ExportNames } from '../use-export.ts';
import { knownMoment } from './moment.ts';

interface OutputNames {
  names: ExportNames;
  /** Instant of the printed rows; absent for today's rows. */
  moment?: { words: string; day: string };
}

/** Returns how files and prints of a list are named. Those of a list as of an instant tell the instant, also where the name is prescribed. */
export function namesAt(title: string, file: string | undefined, al: string | undefined): OutputNames {
  const name = file ?? title;
  const moment = al === undefined ? null : knownMoment(al);
  if (!moment) return { names: { title: name, file } };
  const words = romeDayAndTime(moment.al);
  return {
    names: {
      title: name,
      file: fileStem(name, `al_${momentInFileName(moment.al)}`),
      above: momentLine(name, moment.al),
      moment: words,
    },
    moment: { words, day: moment.giorno },
  };
}
