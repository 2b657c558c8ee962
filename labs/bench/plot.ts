/** A line of a plot: its points are in the order of `x`. */
export interface Line {
  readonly name: string;
  readonly y: readonly number[];
}

export interface Plot {
  readonly title: string;
  readonly xLabel: string;
  readonly yLabel: string;
  readonly x: readonly number[];
  readonly lines: readonly Line[];
}

const [WIDTH, HEIGHT] = [740, 440];
const BOX = { left: 70, top: 50, right: WIDTH - 40, bottom: HEIGHT - 130 };
const COLORS = ['#0b5fff', '#c2410c', '#15803d', '#7e22ce', '#a16207', '#0e7490', '#be123c'];

/** An SVG with logarithmic axes: workloads differ by factors. */
export function drawPlot({ title, xLabel, yLabel, x, lines }: Plot): string {
  const values = lines.flatMap(({ y }) => y).filter((value) => Number.isFinite(value));
  const placeX = logScale(x, BOX.left, BOX.right);
  const placeY = logScale([...decades(values)], BOX.bottom, BOX.top);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" font-family="sans-serif" font-size="13">
<rect width="100%" height="100%" fill="#fff"/>
<text x="${BOX.left}" y="28" font-size="16" font-weight="bold">${title}</text>
${decades(values)
  .map((value) => gridLine(placeY(value), shown(value)))
  .join('\n')}
${x.map((value) => text(placeX(value), BOX.bottom + 20, shown(value))).join('\n')}
${text((BOX.left + BOX.right) / 2, BOX.bottom + 42, xLabel)}
<text transform="translate(18 ${(BOX.top + BOX.bottom) / 2}) rotate(-90)" text-anchor="middle">${yLabel}</text>
${lines.map((line, at) => drawLine(line, COLORS[at % COLORS.length] ?? '', { x, placeX, placeY, at })).join('\n')}
</svg>
`;
}

interface Places {
  readonly x: readonly number[];
  readonly placeX: (value: number) => number;
  readonly placeY: (value: number) => number;
  readonly at: number;
}

function drawLine({ name, y }: Line, color: string, { x, placeX, placeY, at }: Places): string {
  const points = x.flatMap((value, index) => {
    const measured = y[index];
    return measured === undefined || !Number.isFinite(measured)
      ? []
      : [`${placeX(value).toFixed(1)},${placeY(measured).toFixed(1)}`];
  });
  const dots = points.map((point) => {
    const [cx = '', cy = ''] = point.split(',');
    return `<circle cx="${cx}" cy="${cy}" r="3.5" fill="${color}"/>`;
  });
  const [keyX, keyY] = [BOX.left + (at % 2) * 330, HEIGHT - 70 + Math.floor(at / 2) * 17];
  return `<polyline points="${points.join(' ')}" fill="none" stroke="${color}" stroke-width="2"/>${dots.join('')}
<rect x="${keyX}" y="${keyY - 10}" width="12" height="12" fill="${color}"/><text x="${keyX + 18}" y="${keyY}">${name}</text>`;
}

const gridLine = (y: number, label: string): string =>
  `<line x1="${BOX.left}" x2="${BOX.right}" y1="${y}" y2="${y}" stroke="#ddd"/><text x="${BOX.left - 8}" y="${y + 4}" text-anchor="end">${label}</text>`;

const text = (x: number, y: number, content: string): string =>
  `<text x="${x.toFixed(1)}" y="${y}" text-anchor="middle">${content}</text>`;

const shown = (value: number): string => value.toLocaleString('en');

/** The powers of ten around the values. */
function decades(values: readonly number[]): number[] {
  const [least, most] = [Math.min(...values), Math.max(...values)].map(Math.log10);
  const first = Math.floor(least ?? 0);
  const last = Math.max(first + 1, Math.ceil(most ?? 0));
  return Array.from({ length: last - first + 1 }, (_, power) => 10 ** (first + power));
}

function logScale(values: readonly number[], from: number, to: number): (value: number) => number {
  const [least, most] = [Math.min(...values), Math.max(...values)].map(Math.log10);
  const span = (most ?? 1) - (least ?? 0) || 1;
  return (value) => from + ((Math.log10(value) - (least ?? 0)) / span) * (to - from);
}
