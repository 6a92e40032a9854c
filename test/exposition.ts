/** A metric family of Prometheus' text format 0.0.4. */
export interface Family {
  help: string;
  type: string;
  /** Values by series name with labels, as written in the text. */
  series: Map<string, number>;
}

const SERIES = /^([a-zA-Z_:][a-zA-Z0-9_:]*)(\{(?:[a-zA-Z_]\w*="(?:[^"\\\n]|\\["\\n])*",?)*\})? (\S+)$/;
const SUFFIXES: Readonly<Record<string, readonly string[]>> = {
  histogram: ['_bucket', '_sum', '_count'],
  summary: ['', '_sum', '_count'],
};
const TYPES = ['counter', 'gauge', 'histogram', 'summary', 'untyped'];

/** Parses metrics strictly. Throws if a family lacks HELP or TYPE, a series is duplicate or outside its family, or a value is no number. */
export function readExposition(text: string): Map<string, Family> {
  if (!text.endsWith('\n')) throw new Error('the last line has no end');
  const families = new Map<string, Family>();
  const helps = new Map<string, string>();
  let current: [string, Family] | undefined;
  for (const line of text.split('\n').filter((one) => one !== '')) {
    const [, kind, name = '', rest = ''] = /^# (HELP|TYPE) (\S+) (.+)$/.exec(line) ?? [];
    if (kind === 'HELP') {
      if (helps.has(name)) throw new Error(`${name} has HELP twice`);
      helps.set(name, rest);
    } else if (kind === 'TYPE') {
      if (families.has(name)) throw new Error(`${name} has TYPE twice`);
      if (!TYPES.includes(rest)) throw new Error(`${name} is of no known type: ${rest}`);
      const help = helps.get(name);
      if (help === undefined) throw new Error(`${name} has no HELP`);
      current = [name, { help, type: rest, series: new Map() }];
      families.set(...current);
    } else addSeries(current, line);
  }
  return families;
}

function addSeries(current: [string, Family] | undefined, line: string): void {
  const [, name = '', labels = '', value = ''] = SERIES.exec(line) ?? [];
  if (name === '') throw new Error(`not a series: ${line}`);
  if (!current || !(SUFFIXES[current[1].type] ?? ['']).some((suffix) => name === current[0] + suffix))
    throw new Error(`${name} stands outside its family`);
  const number = value === 'Nan' || value === 'NaN' ? Number.NaN : Number(value.replace('Inf', 'Infinity'));
  if (Number.isNaN(number) && !/^nan$/i.test(value)) throw new Error(`no number: ${line}`);
  const { series } = current[1];
  if (series.has(name + labels)) throw new Error(`${name}${labels} stands twice`);
  series.set(name + labels, number);
}

/** Returns the value of one series, whatever the order of its labels; `undefined` if there is none. */
export function valueOf(families: ReadonlyMap<string, Family>, name: string, labels: Record<string, string> = {}): number | undefined {
  const wanted = Object.entries(labels).map(([label, value]) => `${label}="${value}"`);
  for (const { series } of families.values())
    for (const [written, value] of series) {
      const [own = '', inside = ''] = written.split(/\{|\}$/);
      const pairs = inside === '' ? [] : inside.split(/,(?=[a-zA-Z_]\w*=")/);
      if (own === name && pairs.length === wanted.length && wanted.every((one) => pairs.includes(one))) return value;
    }
  return undefined;
}
