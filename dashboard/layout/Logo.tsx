/** A registration mark, which printers use to align plates. */
export function Logo({ size = 22 }: { readonly size?: number }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.8"
      aria-hidden
    >
      <circle cx="12" cy="12" r="6.5" />
      <path d="M12 1v22M1 12h22" />
      <path
        d="M12 8.6a3.4 3.4 0 0 1 3.4 3.4H12zM12 15.4A3.4 3.4 0 0 1 8.6 12H12z"
        fill="currentColor"
        stroke="none"
      />
    </svg>
  );
}
