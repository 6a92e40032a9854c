const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X|Macintosh/, 'Mac'],
  [/CrOS/, 'ChromeOS'],
  [/Linux/, 'Linux'],
];
// the others call themselves Chrome and Safari too
const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/Edg(?:e|A|iOS)?\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrome\/|CriOS\//, 'Chrome'],
  [/Safari\//, 'Safari'],
];

/** "Chrome, Windows", from what a browser says of itself; the program's own name where it is none ("curl"). `null` for nothing. */
export function deviceName(userAgent: string | undefined): string | null {
  const text = userAgent?.trim() ?? '';
  if (text === '') return null;
  const known = [BROWSERS, SYSTEMS].flatMap((list) => list.find(([sign]) => sign.test(text))?.[1] ?? []);
  return known.length > 0 ? known.join(', ') : text.split(/[\s/]/)[0]!.slice(0, 60);
}
