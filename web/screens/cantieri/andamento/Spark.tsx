const WIDTH = 88;
const HEIGHT = 20;

/** Draws the months of a site as a line without figures; ANDAMENTO shows the figures. */
export function Spark({ values, label }: { values: readonly number[]; label: string }) {
  const most = Math.max(...values, 0);
  if (most === 0) return <span className="none">–</span>;
  const step = WIDTH / Math.max(1, values.length - 1);
  const y = (value: number): number => Math.round((HEIGHT - 1 - (Math.max(0, value) / most) * (HEIGHT - 3)) * 10) / 10;
  return (
    <svg width={WIDTH} height={HEIGHT} role="img" aria-label={label} className="block">
      <polyline
        points={values.map((value, i) => `${Math.round(i * step * 10) / 10},${y(value)}`).join(' ')}
        fill="none"
        className="stroke-accent-ink"
        strokeWidth={1.5}
        strokeLinejoin="round"
      />
    </svg>
  );
}
