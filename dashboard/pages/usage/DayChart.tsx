import 'uplot/dist/uPlot.min.css';
import { useComputedColorScheme } from '@mantine/core';
import { useLayoutEffect, useRef } from 'react';
import uPlot from 'uplot';
import { type DayChartContent, dataOf, optionsOf } from './day-chart-options.ts';
import classes from './UsagePage.module.css';

/** Its legend shows the numbers of the day below the pointer, or of the last day. */
export function DayChart(content: DayChartContent) {
  const { kind, days, series, format } = content;
  const box = useRef<HTMLDivElement>(null);
  const scheme = useComputedColorScheme();

  // Before the first paint: the chart has its height when it is shown.
  useLayoutEffect(() => {
    const element = box.current;
    if (element === null) return undefined;
    const shown = { kind, days, series, format };
    const options = optionsOf(shown, (color) => computedColor(element, color));
    const chart = new uPlot({ ...options, width: element.clientWidth }, dataOf(shown), element);
    const observer = new ResizeObserver(() =>
      chart.setSize({ width: element.clientWidth, height: options.height }),
    );
    observer.observe(element);
    return () => {
      observer.disconnect();
      chart.destroy();
    };
    // A canvas does not follow the theme by itself.
  }, [kind, days, series, format, scheme]);

  return <div ref={box} className={classes.dayChart} />;
}

function computedColor(element: HTMLElement, color: string): string {
  element.style.color = color;
  const computed = getComputedStyle(element).color;
  element.style.color = '';
  return computed;
}
