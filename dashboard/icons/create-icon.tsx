import type { ReactNode, SVGProps } from 'react';

interface IconProps extends Omit<SVGProps<SVGSVGElement>, 'stroke'> {
  /** Width and height in pixels. */
  readonly size?: number;
  /** The width of the lines, in the 24 units of the picture. */
  readonly stroke?: number;
}

export type Icon = (props: IconProps) => ReactNode;

/** @param paths the `d` of each path, in a square of 24 units */
export const createIcon =
  (...paths: readonly string[]): Icon =>
  ({ size = 24, stroke = 2, ...rest }) => (
    <svg
      viewBox="0 0 24 24"
      width={size}
      height={size}
      fill="none"
      stroke="currentColor"
      strokeWidth={stroke}
      strokeLinecap="round"
      strokeLinejoin="round"
      {...rest}
    >
      {paths.map((path) => (
        <path key={path} d={path} />
      ))}
    </svg>
  );
