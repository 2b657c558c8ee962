import uPlot from 'uplot';
import type { DayOfUse } from '../../../schema/console/usage.ts';
import { formatShortDay } from './usage-numbers.ts';

export interface DaySeries {
  readonly label: string;
  /** Any CSS colour, also a variable. */
  readonly color: string;
  readonly value: (day: DayOfUse) => number | null;
}

export interface DayChartContent {
  readonly kind: 'stacked' | 'grouped' | 'lines';
  readonly days: readonly DayOfUse[];
  readonly series: readonly DaySeries[];
  readonly format: (value: number | null) => string;
}

const HEIGHT_PX = 220;
const MAX_BAR_PX = 36;
const MAX_GROUPED_BAR_PX = 24;
const WIDE_AXIS_PX = 76;
const AXIS_PX = 48;

/** Steps between the labels of an axis: a count has no fraction. */
const WHOLE_STEPS = Array.from({ length: 9 }, (_, power) => 10 ** power).flatMap((unit) => [
  unit,
  2 * unit,
  5 * unit,
]);

/** The series of a stack end where the ones below them end, so the scale fits the sum. */
export function dataOf({ kind, days, series }: DayChartContent): uPlot.AlignedData {
  const values = series.map(({ value }) => days.map(value));
  if (kind === 'stacked') {
    for (const [at, above] of values.entries()) {
      const below = values[at - 1];
      if (below) values[at] = above.map((value, day) => (value ?? 0) + (below[day] ?? 0));
    }
  }
  return [days.map((_, at) => at), ...values];
}

/** @param colorOf a colour of CSS as one that a canvas knows */
export function optionsOf(
  content: DayChartContent,
  colorOf: (color: string) => string,
): Omit<uPlot.Options, 'width'> {
  const { kind, days, series, format } = content;
  const axis = {
    stroke: colorOf('var(--mantine-color-dimmed)'),
    font: '12px Inter, sans-serif',
    ticks: { show: false },
  };
  const lines = colorOf('var(--platen-line)');
  return {
    height: HEIGHT_PX,
    cursor: { drag: { x: false, y: false }, y: false },
    scales: {
      x: { time: false, range: [-0.5, days.length - 0.5] },
      y: { range: (_chart, _least, most) => uPlot.rangeNum(0, Math.max(most ?? 0, 1), 0.1, true) },
    },
    axes: [
      {
        ...axis,
        grid: { show: false },
        incrs: WHOLE_STEPS,
        space: 64,
        values: (_chart, places) => places.map((at) => formatShortDay(days[at]?.day ?? '')),
      },
      {
        ...axis,
        grid: { stroke: lines, width: 1 },
        size: kind === 'lines' ? WIDE_AXIS_PX : AXIS_PX,
        incrs: WHOLE_STEPS,
        values: (_chart, places) => places.map(format),
      },
    ],
    series: [
      {
        label: 'Day',
        value: (_chart, at: number | null) => dayOf(days, at, (day) => formatShortDay(day.day)),
      },
      ...series.map(({ label, color, value }, at) => ({
        label,
        stroke: colorOf(color),
        ...(kind === 'lines' ? { width: 2 } : { width: 0, fill: colorOf(color), paths: barsOf(kind, at) }),
        points: { show: kind === 'lines' && series.some((each) => isSparse(days.map(each.value))) },
        value: (_chart: uPlot, _sum: number, _at: number, day: number | null) =>
          dayOf(days, day, (shown) => format(value(shown))),
      })),
    ],
  };
}

/** `at` is null if no pointer is over the chart: the last day is shown. */
const dayOf = (days: readonly DayOfUse[], at: number | null, show: (day: DayOfUse) => string): string => {
  const day = at === null ? days.at(-1) : days[at];
  return day === undefined ? '' : show(day);
};

/** A day between two days without a value would have no line. */
const isSparse = (values: readonly (number | null)[]): boolean => values.some((value) => value === null);

function barsOf(kind: 'stacked' | 'grouped', at: number): uPlot.Series.PathBuilder | undefined {
  return kind === 'grouped'
    ? uPlot.paths.bars?.({ size: [0.35, MAX_GROUPED_BAR_PX], align: at === 0 ? -1 : 1 })
    : uPlot.paths.bars?.({ size: [0.7, MAX_BAR_PX], disp: { y0: endOf(at - 1), y1: endOf(at) } });
}

/** The ends of the bars of a stacked series. Below the first is zero. */
const endOf = (series: number) => ({
  unit: 1 as const,
  values: ({ data }: uPlot) => Array.from(data[series + 1] ?? [], (end) => (series < 0 ? 0 : (end ?? 0))),
});
