import { Bar, CartesianGrid, ComposedChart, Line, ReferenceLine, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts';
import { monthLabel, type MonthChartProps, type MonthPoint } from './month-chart.ts';

const AXIS = { tickLine: false, axisLine: false, fill: '', stroke: '', className: 'fill-ink-3 text-caption' } as const;
const rgb = (color: string): string => `rgb(${color})`;

interface ChartRow extends Record<string, unknown> {
  mese: string;
  point: MonthPoint;
}

/** Draws bars and lines by month, with bands behind the bars. A press on a bar or point opens the rows that it sums up. */
export default function MonthChart(props: MonthChartProps) {
  const { points, series, level, axis, label, height, onOpen } = props;
  const data = points.map((point, i): ChartRow => ({
    ...point.values,
    mese: point.mese,
    name: monthLabel(point.mese, i === 0),
    band: 1,
    point,
  }));
  return (
    <div className="num" role="img" aria-label={label} style={{ height }}>
      <ResponsiveContainer>
        <ComposedChart data={data} margin={{ top: 8, right: 8, bottom: 0, left: 0 }} barCategoryGap="22%" barGap={1}>
          <CartesianGrid vertical={false} className="stroke-line-faint stroke-1" />
          <XAxis {...AXIS} dataKey="name" interval="equidistantPreserveStart" minTickGap={4} tick={{ transform: 'translate(0, 6)' }} />
          <XAxis hide xAxisId="bands" dataKey="mese" />
          <YAxis {...AXIS} type="number" width={56} tickFormatter={axis} tick={{ transform: 'translate(-3, 0)' }} />
          <YAxis hide yAxisId="bands" domain={[0, 1]} />
          <Tooltip
            isAnimationActive={false}
            cursor={{ fill: 'rgb(var(--ink) / .06)' }}
            wrapperStyle={{ outline: 'none', zIndex: 1 }}
            position={{ y: 0 }}
            content={({ active, payload }) => {
              const point = (payload?.[0]?.payload as ChartRow | undefined)?.point;
              return active && point ? <Figures {...props} point={point} /> : null;
            }}
          />
          {points.some(({ bands = [] }) => bands.length > 0) ? (
            <Bar
              dataKey="band"
              xAxisId="bands"
              yAxisId="bands"
              isAnimationActive={false}
              shape={(bar: unknown) => <Bands {...(bar as BandBox)} />}
            />
          ) : null}
          <ReferenceLine y={0} ifOverflow="extendDomain" className="stroke-line" />
          {level ? <ReferenceLine y={level.value} ifOverflow="extendDomain" strokeDasharray="4 3" stroke={rgb('var(--danger)')} /> : null}
          {series.map(({ key, kind, color, stack, name }) =>
            kind === 'bar' ? (
              <Bar
                key={key}
                dataKey={key}
                name={name}
                fill={rgb(color)}
                isAnimationActive={false}
                {...(stack ? { stackId: stack } : {})}
                className={onOpen && 'cursor-pointer'}
                onClick={(bar: { payload?: ChartRow }) => bar.payload && onOpen?.(bar.payload.mese, key)}
              />
            ) : (
              <Line
                key={key}
                dataKey={key}
                name={name}
                type="linear"
                stroke={rgb(color)}
                strokeWidth={2}
                dot={{ r: 2.5, fill: rgb(color), strokeWidth: 0 }}
                isAnimationActive={false}
              />
            ),
          )}
        </ComposedChart>
      </ResponsiveContainer>
    </div>
  );
}

function Figures({ point, series, level, bandName, text }: MonthChartProps & { point: MonthPoint }) {
  return (
    <div className="tooltip num">
      <p className="mb-0.5 font-semibold">{point.mese}</p>
      {series.map(({ key, name, color }) => (
        <p key={key} className="flex items-center gap-2 whitespace-nowrap">
          <span className="swatch" style={{ backgroundColor: rgb(color) }} />
          <span className="flex-1">{name}</span>
          {point.values[key] === undefined ? 'non si sa' : text(point.values[key])}
        </p>
      ))}
      {level ? <p className="whitespace-nowrap">{`${level.name} ${text(level.value)}`}</p> : null}
      {bandName && point.bands?.length ? <p>{bandName}</p> : null}
    </div>
  );
}

interface BandBox {
  x: number;
  y: number;
  width: number;
  height: number;
  payload: ChartRow;
}

/** Ratio of a month's width to that of its bar. */
const WIDER = 1.28;

function Bands({ x, y, width, height, payload }: BandBox) {
  const [start, fullWidth] = [x - (width * (WIDER - 1)) / 2, width * WIDER];
  return (
    <>
      {payload.point.bands?.map(([from, to]) => (
        <rect
          key={from}
          x={start + from * fullWidth}
          y={y}
          width={Math.max(2, (to - from) * fullWidth)}
          height={height}
          className="fill-danger/20"
        />
      ))}
    </>
  );
}
