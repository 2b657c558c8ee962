import {
  createTheme,
  type CSSVariablesResolver,
  Drawer,
  Input,
  type MantineColorsTuple,
  Menu,
  Modal,
  Notification,
  Table,
} from '@mantine/core';

const paper: MantineColorsTuple = [
  '#f8f7f3',
  '#f1efe9',
  '#e7e4db',
  '#d9d5ca',
  '#c5c0b3',
  '#a39e91',
  '#77726a',
  '#57534a',
  '#3a3731',
  '#23211d',
];

const ink: MantineColorsTuple = [
  '#dedbd4',
  '#bfbcb5',
  '#a5a29b',
  '#6f6d68',
  '#4a4844',
  '#393733',
  '#2a2926',
  '#1d1c1a',
  '#171615',
  '#100f0e',
];

/** Cyan, dark enough for white text. */
const cyan: MantineColorsTuple = [
  '#e6f4f8',
  '#cde6ee',
  '#9bcfde',
  '#66b6cd',
  '#47a9c4',
  '#2592b1',
  '#147c9b',
  '#0b6e8a',
  '#075a72',
  '#05475a',
];

/** For destructive actions. Mantine's red is too light for white text. */
const danger: MantineColorsTuple = [
  '#fdeceb',
  '#f8d3d0',
  '#f0a8a3',
  '#e87a73',
  '#df5750',
  '#d13f37',
  '#c2332b',
  '#b3261e',
  '#941f18',
  '#761812',
];

/** For text in that colour. Follows the colour scheme. */
export const DANGER_TEXT_COLOR = 'var(--mantine-color-error)';

/** Its file is in `public/fonts`. */
const SERIF = "'Source Serif 4', Georgia, serif";

/** The `<header>` of a dialog would be a second banner of the page. */
const OVERLAY = { header: { role: 'presentation' } };

export const theme = createTheme({
  primaryColor: 'cyan',
  primaryShade: 7,
  colors: { cyan, danger, gray: paper, dark: ink },
  black: '#1e1c19',
  defaultRadius: 'sm',
  cursorType: 'pointer',
  respectReducedMotion: true,
  fontFamily: "system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', 'Liberation Sans', sans-serif",
  fontFamilyMonospace:
    "ui-monospace, 'SF Mono', 'Cascadia Mono', Menlo, Consolas, 'Liberation Mono', monospace",
  headings: { fontFamily: SERIF, fontWeight: '600' },
  components: {
    // The placeholder is not a valid child of a menu (ARIA 1.2).
    Menu: Menu.extend({ defaultProps: { withInitialFocusPlaceholder: false } }),
    // Mantine's close buttons have no accessible name.
    Modal: Modal.extend({
      defaultProps: {
        closeButtonProps: { 'aria-label': 'Close' },
        attributes: OVERLAY,
        centered: true,
        radius: 'md',
        padding: 'lg',
      },
      styles: { title: { fontFamily: SERIF, fontSize: 'var(--mantine-h4-font-size)', fontWeight: 600 } },
    }),
    Drawer: Drawer.extend({
      defaultProps: { closeButtonProps: { 'aria-label': 'Close' }, attributes: OVERLAY },
    }),
    Notification: Notification.extend({ defaultProps: { closeButtonProps: { 'aria-label': 'Close' } } }),
    // Almost every field is required. Optional fields say so in their label.
    InputWrapper: Input.Wrapper.extend({ defaultProps: { withAsterisk: false } }),
    Table: Table.extend({ defaultProps: { verticalSpacing: 'sm', horizontalSpacing: 'md' } }),
  },
});

/** Mantine's grey and red text has less contrast than 4.5:1 on our background (WCAG 2.2, 1.4.3). */
export const readableColors: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-body': '#fcfbf8',
    '--mantine-color-dimmed': '#645f56',
    '--mantine-color-placeholder': '#716c63',
    '--mantine-color-error': '#b3261e',
    '--platen-surface': '#ffffff',
    '--platen-line': '#e3dfd5',
    '--platen-hover': '#f4f2ec',
    '--platen-accent-text': '#075a72',
    '--platen-good': '#256b31',
    '--platen-warning': '#8a4b00',
  },
  dark: {
    '--mantine-color-dimmed': '#a8a59d',
    '--mantine-color-placeholder': '#98958e',
    '--mantine-color-error': '#ff9a92',
    '--platen-surface': '#242320',
    '--platen-line': '#3b3935',
    '--platen-hover': '#2c2b28',
    '--platen-accent-text': '#7cc6da',
    '--platen-good': '#8fd39b',
    '--platen-warning': '#f0b56a',
  },
});
