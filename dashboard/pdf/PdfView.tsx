import { ActionIcon, Button, Group, Skeleton, Text } from '@mantine/core';
import { useElementSize, useMergedRef } from '@mantine/hooks';
import { type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { EmptyState } from '../components/EmptyState.tsx';
import { ErrorAlert } from '../components/ErrorAlert.tsx';
import { IconChevronDown, IconChevronUp, IconLock, IconMinus, IconPlus } from '../icons/tabler.generated.ts';
import type { OpenPdf, PageSize } from './open-pdf.ts';
import { PasswordNeeded } from './password-needed.ts';
import { PdfPage } from './PdfPage.tsx';
import { type ClickedText, useShownText, useTextClicks, type WantedText } from './text-places.ts';
import classes from './PdfView.module.css';
import { useOpenPdf } from './use-open-pdf.ts';

const GUTTER_PX = 16;
const ZOOMS = [0.25, 0.5, 0.75, 1, 1.25, 1.5, 2, 3, 4];

/** The largest scale of "Fit width". */
const MAX_FIT = 1.6;

/** Bytes, or a URL on this origin. A new source replaces the old one when it is ready. */
type Source = { readonly bytes: Uint8Array } | { readonly url: string };

interface TextLinks {
  readonly onText?: (clicked: ClickedText) => void;
  readonly shown?: WantedText | null;
}

interface Labelled extends TextLinks {
  readonly label: string;
  readonly actions?: ReactNode;
}

interface PdfViewProps extends Labelled {
  /** Leaves out the mark of a preview. */
  readonly hidesMark?: boolean;
}

export function PdfView({
  label,
  actions,
  onText,
  shown,
  hidesMark = false,
  ...source
}: Source & PdfViewProps) {
  const { pdf, error } = useOpenPdf('bytes' in source ? source.bytes : source.url, hidesMark);
  const first = useFirstPageSize(pdf);
  if (error instanceof PasswordNeeded && pdf === null) {
    return (
      <EmptyState icon={IconLock} title="This PDF needs a password">
        Download it and open it in a PDF reader.
      </EmptyState>
    );
  }
  if (error !== null && pdf === null)
    return <ErrorAlert error={error} title="The PDF could not be displayed" />;
  if (pdf === null || first === null) {
    return <Skeleton className={classes.waiting} aria-label={`Loading ${label}`} role="status" />;
  }
  return <Pages pdf={pdf} first={first} label={label} actions={actions} onText={onText} shown={shown} />;
}

interface PagesProps extends Labelled {
  readonly pdf: OpenPdf;
  readonly first: PageSize;
}

function Pages({ pdf, first, label, actions, onText, shown = null }: PagesProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const { ref: measured, width } = useElementSize();
  const [zoom, setZoom] = useState<number | 'fit'>('fit');
  const fit = width > 0 ? Math.min((width - 2 * GUTTER_PX) / first.widthPx, MAX_FIT) : 0;
  const scale = zoom === 'fit' ? fit : zoom;
  useStableScroll(scroller, scale);
  useTextClicks(scroller, onText);
  useShownText(scroller, shown);
  const page = useCurrentPage(scroller, pdf.pageCount);
  const numbers = Array.from({ length: pdf.pageCount }, (_, index) => index + 1);

  return (
    <div className={classes.view}>
      <Group className={classes.toolbar} gap="xs" role="toolbar" aria-label={`${label}: view`}>
        <PageButtons page={page} count={pdf.pageCount} onGo={(to) => goToPage(scroller, to)} />
        <ZoomButtons scale={scale} fits={zoom === 'fit'} onZoom={setZoom} />
        {actions && <div className={classes.actions}>{actions}</div>}
      </Group>
      <div
        ref={useMergedRef(scroller, measured)}
        className={classes.scroller}
        data-pdf-scroller
        tabIndex={0}
        role="region"
        aria-label={label}
      >
        {scale > 0 &&
          numbers.map((number) => (
            <PdfPage key={number} pdf={pdf} number={number} scale={scale} expected={first} />
          ))}
      </div>
    </div>
  );
}

interface PageButtonsProps {
  readonly page: number;
  readonly count: number;
  readonly onGo: (page: number) => void;
}

function PageButtons({ page, count, onGo }: PageButtonsProps) {
  const label = (
    <Text size="sm" className={classes.count}>
      Page {page} of {count}
    </Text>
  );
  if (count === 1) return label;
  return (
    <Group gap={4} wrap="nowrap">
      <ActionIcon
        variant="subtle"
        color="gray"
        className={classes.turn}
        aria-label="Previous page"
        disabled={page <= 1}
        onClick={() => onGo(page - 1)}
      >
        <IconChevronUp size={18} aria-hidden />
      </ActionIcon>
      {label}
      <ActionIcon
        variant="subtle"
        color="gray"
        className={classes.turn}
        aria-label="Next page"
        disabled={page >= count}
        onClick={() => onGo(page + 1)}
      >
        <IconChevronDown size={18} aria-hidden />
      </ActionIcon>
    </Group>
  );
}

interface ZoomButtonsProps {
  readonly scale: number;
  readonly fits: boolean;
  readonly onZoom: (zoom: number | 'fit') => void;
}

function ZoomButtons({ scale, fits, onZoom }: ZoomButtonsProps) {
  const smaller = ZOOMS.findLast((zoom) => zoom < scale - 0.01);
  const larger = ZOOMS.find((zoom) => zoom > scale + 0.01);
  return (
    <Group gap={4} wrap="nowrap">
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label="Zoom out"
        disabled={smaller === undefined}
        onClick={() => smaller !== undefined && onZoom(smaller)}
      >
        <IconMinus size={16} aria-hidden />
      </ActionIcon>
      <Text size="sm" className={classes.zoom}>
        {Math.round(scale * 100)}%
      </Text>
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label="Zoom in"
        disabled={larger === undefined}
        onClick={() => larger !== undefined && onZoom(larger)}
      >
        <IconPlus size={16} aria-hidden />
      </ActionIcon>
      <Button
        size="compact-sm"
        variant="subtle"
        color="gray"
        aria-pressed={fits}
        onClick={() => onZoom('fit')}
      >
        Fit width
      </Button>
    </Group>
  );
}

function useFirstPageSize(pdf: OpenPdf | null): PageSize | null {
  const [size, setSize] = useState<PageSize | null>(null);
  useEffect(() => {
    let current = true;
    pdf?.size(1).then(
      (first) => current && setSize(first),
      (error: unknown) => current && console.error(error),
    );
    return () => {
      current = false;
    };
  }, [pdf]);
  return size;
}

/** Keeps the centre of the view in place when the scale changes. */
function useStableScroll(scroller: RefObject<HTMLElement | null>, scale: number): void {
  const before = useRef(scale);
  useLayoutEffect(() => {
    const element = scroller.current;
    // A page that is shown from its top stays there.
    if (element && element.scrollTop > 0 && before.current > 0 && before.current !== scale) {
      const half = element.clientHeight / 2;
      element.scrollTop = ((element.scrollTop + half) * scale) / before.current - half;
    }
    before.current = scale;
  }, [scroller, scale]);
}

const findSheets = (scroller: HTMLElement): HTMLElement[] => [
  ...scroller.querySelectorAll<HTMLElement>('[data-page]'),
];

function goToPage(scroller: RefObject<HTMLElement | null>, page: number): void {
  const sheet = scroller.current && findSheets(scroller.current)[page - 1];
  if (sheet) scroller.current?.scrollTo({ top: sheet.offsetTop - GUTTER_PX });
}

/** The page at one third of the visible area. */
function useCurrentPage(scroller: RefObject<HTMLElement | null>, count: number): number {
  const [page, setPage] = useState(1);
  useEffect(() => {
    const element = scroller.current;
    if (!element) return undefined;
    const find = () => {
      const line = element.scrollTop + element.clientHeight / 3;
      const at = findSheets(element).findLastIndex((sheet) => sheet.offsetTop <= line);
      setPage(Math.max(at, 0) + 1);
    };
    find();
    element.addEventListener('scroll', find, { passive: true });
    return () => element.removeEventListener('scroll', find);
  }, [scroller, count]);
  return Math.min(page, count);
}
