import { column, DEPTH, STRATI } from './geologia.ts';

const INK = 'rgb(var(--terra-ink))';
const COLUMNS = [330, 360, 390, 420].map((x) => column(x, 356, 720, 9)).concat(column(450, 588, 720, 9));

/** The plate beside the login: a rig at work on jet-grouting columns, layer by layer. */
export function Table() {
  return (
    <svg
      className="absolute inset-0 h-full w-full"
      viewBox="0 0 960 900"
      preserveAspectRatio="xMinYMid slice"
      role="img"
      aria-label="Sezione del terreno con colonne di jet grouting"
    >
      <defs>
        {STRATI.map(({ nome, tinta, tratto: stroke, cerchi: circles }) => (
          <pattern key={nome} id={`tratto-${tinta}`} width="32" height="32" patternUnits="userSpaceOnUse">
            <g transform="scale(1.333)" fill="none" stroke={INK} strokeOpacity=".16" strokeWidth=".9" strokeLinecap="round">
              {stroke ? <path d={stroke} /> : null}
              {circles?.map(([cx, cy, r]) => (
                <circle key={`${cx} ${cy}`} cx={cx} cy={cy} r={r} />
              ))}
            </g>
          </pattern>
        ))}
      </defs>
      {STRATI.map(({ nome, tinta, bordo }) => (
        <g key={nome}>
          <path d={`${bordo}V900H0z`} fill={`rgb(var(--${tinta}))`} />
          <path d={`${bordo}V900H0z`} fill={`url(#tratto-${tinta})`} />
        </g>
      ))}
      {STRATI.map(({ nome, bordo }, i) => (
        <path key={nome} d={bordo} fill="none" stroke={INK} strokeOpacity={i === 0 ? 0.7 : 0.28} strokeWidth={i === 0 ? 1.5 : 1} />
      ))}
      {COLUMNS.map((d) => (
        <path
          key={d}
          d={d}
          fill="rgb(var(--accent))"
          fillOpacity=".5"
          stroke="rgb(var(--accent-ink))"
          strokeOpacity=".75"
          strokeWidth="1.25"
        />
      ))}
      <path d="M450 255V720" stroke={INK} strokeOpacity=".75" strokeWidth="3" />
      <path d="M444 708h12v14h-12z" fill={INK} fillOpacity=".8" />
      <path d="M434 606h32M438 598h24M438 614h24" stroke="rgb(var(--surface))" strokeOpacity=".8" strokeWidth="1.5" />
      <Perforatrice />
      <Scale />
    </svg>
  );
}

function Scale() {
  return (
    <>
      <path d="M0 0H88V900H0z" fill="rgb(var(--canvas))" />
      <path d="M88.5 0V900" stroke={INK} strokeOpacity=".16" />
      <g className="num" fontSize="11" fill="rgb(var(--ink-3))">
        <text x="68" y="232" textAnchor="end">
          m
        </text>
        {DEPTH.map(({ metri, y }) => (
          <g key={metri}>
            <path d={`M88 ${y + 0.5}h-${metri % 10 === 0 ? 14 : 8}`} stroke={INK} strokeOpacity=".55" />
            <text x="68" y={y + 4} textAnchor="end">
              {metri === 0 ? '0,0' : `−${metri},0`}
            </text>
          </g>
        ))}
        {STRATI.map(({ nome, tinta, y }) => (
          <text
            key={nome}
            x="920"
            y={y}
            textAnchor="end"
            fontWeight="500"
            fill="rgb(var(--ink-2))"
            paintOrder="stroke"
            stroke={`rgb(var(--${tinta}))`}
            strokeWidth="7"
            strokeLinejoin="round"
          >
            {nome}
          </text>
        ))}
      </g>
    </>
  );
}

/** The drilling rig, drawn in lines. */
function Perforatrice() {
  return (
    <g
      transform="translate(371 252) scale(.93)"
      className="stroke-ink"
      fill="none"
      strokeWidth="1.75"
      strokeLinejoin="round"
      strokeLinecap="round"
    >
      <rect x="-96" y="-26" width="128" height="26" rx="13" className="fill-canvas" />
      <circle cx="-83" cy="-13" r="7" />
      <circle cx="19" cy="-13" r="7" />
      <path d="M-66-5h68M-66-21h68" />
      <path d="M-92-34h118l6-10v-34h-54v-18h-30v18h-46z" className="fill-canvas" />
      <path d="M-22-78v44M-84-68h22M-84-58h22M-84-48h22" />
      <path d="M-46-90h16v10h-22z" />
      <path d="M32-62 58-98M26-40l32-8" strokeWidth="3" />
      <path d="M54-236h20V0H54z" className="fill-canvas" />
      <path d="m54-216 20-20M54-196l20-20M54-176l20-20M54-156l20-20M54-136l20-20M54-76l20-20M54-56l20-20M54-36l20-20M54-16l20-20" />
      <path d="M48-244h44v8H48z" className="fill-canvas" />
      <path d="M74-124h22v26H74z" className="fill-canvas" />
      <path d="M85-236v112" />
      <path d="M80-98h10v10H80z" className="fill-canvas" />
      <path d="M85-88V2" strokeWidth="2.5" />
      <path d="M76-8h18v8H76z" className="fill-canvas" />
    </g>
  );
}
