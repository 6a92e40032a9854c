const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X|Macintosh/, 'Mac'],
  [/CrOS/, 'ChromeOS'],
  [/Linux/, 'Linux'],
];
// in this order, since other browsers name Chrome and Safari too
const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/Edg(?:e|A|iOS)?\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrome\/|CriOS\//, 'Chrome'],
  [/Safari\//, 'Safari'],
];

/** Returns browser and system of a user agent, "Chrome, Windows", or the name of another program, "curl"; `null` for an empty text. */
export function deviceName(userAgent: string | undefined): string | null {
  const text = userAgent?.trim() ?? '';
  if (text === '') return null;
  const known = [BROWSERS, SYSTEMS].flatMap((list) => list.find(([sign]) => sign.test(text))?.[1] ?? []);
  return known.length > 0 ? known.join(', ') : text.split(/[\s/]/)[0]!.slice(0, 60);
}
