const STRATI = [
  ['terra-1', 'M0 22C90 14 150 31 220 24S330 15 390 25V112H0z'],
  ['terra-2', 'M0 52C90 44 150 61 220 54S330 45 390 55V112H0z'],
  ['terra-4', 'M0 84C90 76 150 93 220 86S330 77 390 87V112H0z'],
] as const;

/** Three layers of ground at the foot of a phone. */
export function Strati() {
  return (
    <svg className="absolute inset-x-0 bottom-0 h-28 w-full lg:hidden" viewBox="0 0 390 112" preserveAspectRatio="none" aria-hidden="true">
      {STRATI.map(([tinta, d]) => <path key={tinta} d={d} fill={`rgb(var(--${tinta}))`} stroke="rgb(var(--terra-ink))" strokeOpacity=".25" />)}
    </svg>
  );
}
