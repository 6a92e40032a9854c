import type { ReactElement } from 'react';
import { Bar, Tooltip } from 'recharts';
import { ChartTooltip } from './ChartTooltip.tsx';
import { pathsOf, type Box, type DrawnBar, type DrawnChart } from './drawing.ts';

interface StackedBars extends Pick<DrawnChart, 'chart' | 'hidden' | 'ghost'> {
  lying?: boolean;
}

/**
 * Parts of every bar chart: the bars, and the figures of the bar under the pointer. A function, not a component:
 * the library looks at the types of a chart's children.
 */
export function stackedBars({ chart, hidden, ghost, lying = false }: StackedBars): ReactElement[] {
  return [
    <Tooltip
      key="figures"
      isAnimationActive={false}
      cursor={{ fill: 'rgb(var(--ink) / .06)' }}
      wrapperStyle={{ outline: 'none', zIndex: 1 }}
      position={{ y: 0 }}
      content={({ active, payload }) =>
        active ? (
          <ChartTooltip chart={chart} hidden={hidden} ghost={ghost} id={(payload?.[0]?.payload as DrawnBar | undefined)?.id} />
        ) : null
      }
    />,
    // a second axis draws this bar behind the others, not beside them
    ...(ghost
      ? [
          <Bar
            key="before"
            dataKey="before"
            xAxisId="before"
            isAnimationActive={false}
            shape={(props: unknown) => <Shade {...(props as Box)} />}
          />,
        ]
      : []),
    <Bar
      key="bars"
      dataKey="total"
      isAnimationActive={false}
      shape={(props: unknown) => <Stack {...(props as Box & { payload: DrawnBar })} lying={lying} />}
    />,
  ];
}

function Stack({ payload, lying, ...box }: Box & { payload: DrawnBar; lying: boolean }) {
  return (
    <>
      {pathsOf(payload, box, lying).map(([color, path]) => (
        <path key={color} d={path} style={{ fill: `rgb(${color})` }} />
      ))}
    </>
  );
}

/** Bar of the earlier period, drawn wider than the bar in front, so that it is visible even if shorter. */
function Shade({ x, y, width, height }: Box) {
  if (!(height > 0)) return null;
  return <rect x={x - width * 0.15} y={y} width={width * 1.3} height={height} rx={2} className="fill-ink/10" />;
}
