import { useId } from 'react';

/** Width available for the matricola, in units of the drawing. */
const WIDE = 262;

/** Draws a machine's plate with its matricola and the portal's logo. */
export function Targa({ matricola }: { matricola: string }) {
  const id = useId();
  // figures are about 0.6 of their height wide: a long matricola is drawn smaller, never cut
  const body = Math.min(50, WIDE / (0.62 * Math.max(matricola.length, 1)));
  return (
    <svg viewBox="0 0 372 132" className="targa" role="img" aria-label={`Targa ${matricola}`}>
      <defs>
        <clipPath id={id}>
          <rect x="2" y="2" width="368" height="128" rx="10" />
        </clipPath>
      </defs>
      <g clipPath={`url(#${id})`}>
        <path fill="rgb(var(--canvas))" d="M0 0h372v132H0z" />
        <path fill="rgb(var(--terra-1))" d="M0 94C90 87 190 101 372 91V132H0z" />
        <path fill="rgb(var(--terra-4))" d="M0 107C100 101 210 113 372 104V132H0z" />
        <path fill="rgb(var(--terra-6))" d="M0 119C120 115 230 124 372 117V132H0z" />
        <path fill="rgb(var(--accent))" d="M0 0h76v132H0z" />
        <g stroke="rgb(var(--on-accent))" fill="none" strokeLinecap="round">
          <path strokeWidth="3.5" d="M20 50h12M44 50h12" />
          <path strokeWidth="3.5" opacity=".72" d="M20 66h12M44 66h12" />
          <path strokeWidth="3.5" opacity=".45" d="M20 82h12M44 82h12" />
          <path strokeWidth="5" d="M38 36v60" />
        </g>
      </g>
      <rect x="2" y="2" width="368" height="128" rx="10" fill="none" stroke="rgb(var(--ink))" strokeWidth="2.5" />
      {[
        [14, 14],
        [14, 118],
        [358, 14],
        [358, 118],
      ].map(([cx, cy]) => (
        <circle key={`${cx} ${cy}`} cx={cx} cy={cy} r="4" fill="rgb(var(--surface))" stroke="rgb(var(--ink))" strokeWidth="1.5" />
      ))}
      <text
        x={222}
        y={56 + body * 0.36}
        textAnchor="middle"
        fontSize={body}
        fontWeight="600"
        className="num"
        fill="rgb(var(--ink))"
        paintOrder="stroke"
        stroke="rgb(var(--canvas))"
        strokeWidth="5"
        strokeLinejoin="round"
      >
        {matricola}
      </text>
    </svg>
  );
}
