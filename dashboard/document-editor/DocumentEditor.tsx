import { Tabs, VisuallyHidden } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { memo, type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { Page } from '../components/Page.tsx';
import classes from './DocumentEditor.module.css';
import type { TabName } from './use-editor-place.ts';

/** On narrower screens than 1,024 px, the preview is a tab. */
const SIDE_BY_SIDE = '(min-width: 64em)';

export const useSideBySide = (): boolean =>
  useMediaQuery(SIDE_BY_SIDE, true, { getInitialValueInEffect: false });

export interface EditorTab<Name extends string> {
  readonly name: Name;
  readonly label: string;
  /** The number of problems in it. */
  readonly problems?: number;
  readonly disabled?: boolean;
  /** For forms and lists. A text editor has the height of the tab, and scrolls by itself. */
  readonly scrolls?: boolean;
  /** Loads each time the tab is opened. The others load once, and keep what the user does in them. */
  readonly isLazy?: boolean;
  readonly content: ReactNode;
}

interface DocumentEditorProps<Name extends string> {
  readonly title: string;
  readonly description: ReactNode;
  readonly actions: ReactNode;
  /** For screen readers: `Parts of the template`. */
  readonly label: string;
  readonly tabs: readonly [EditorTab<Name>, ...EditorTab<Name>[]];
  readonly tab: TabName<Name>;
  readonly onTab: (tab: TabName<Name>) => void;
  readonly preview: ReactNode;
  /** The name of the preview when it is a tab. */
  readonly previewLabel?: string;
  /** The dialogs of the page. */
  readonly children?: ReactNode;
}

/** The page of a template, a partial or a request: its parts in tabs, and beside them what is printed. */
export function DocumentEditor<Name extends string>({
  preview,
  children,
  title,
  description,
  actions,
  ...tabs
}: DocumentEditorProps<Name>) {
  const isBeside = useSideBySide();
  return (
    <Page
      title={title}
      width="wide"
      description={<span className={classes.state}>{description}</span>}
      actions={actions}
    >
      <div className={classes.panes} data-side-by-side={isBeside}>
        <EditorTabs {...tabs} preview={isBeside ? null : preview} />
        {isBeside && <div className={classes.preview}>{preview}</div>}
      </div>
      {children}
    </Page>
  );
}

type EditorTabsProps<Name extends string> = Omit<
  DocumentEditorProps<Name>,
  'title' | 'description' | 'actions' | 'children'
>;

/** @param props.preview null if it is beside the tabs */
function EditorTabs<Name extends string>({
  label,
  tabs,
  tab,
  onTab,
  preview,
  previewLabel = 'Preview',
}: EditorTabsProps<Name>) {
  const shown: readonly EditorTab<TabName<Name>>[] =
    preview === null
      ? tabs
      : [{ name: 'preview', label: previewLabel, isLazy: true, content: preview }, ...tabs];
  const open = shown.find(({ name }) => name === tab)?.name ?? tabs[0].name;
  const list = useScrollToTab(open, preview !== null);
  const opened = useOpened(open);
  return (
    <Tabs
      value={open}
      onChange={(value) => {
        const chosen = shown.find(({ name }) => name === value);
        if (chosen !== undefined) onTab(chosen.name);
      }}
      // The default ends the effects of a hidden panel: a text editor would lose what can be undone.
      keepMountedMode="display-none"
      className={classes.tabs}
      classNames={{ panel: classes.panel, list: classes.list, tab: classes.tab }}
    >
      <Tabs.List ref={list} aria-label={label}>
        {shown.map(({ name, label: text, problems = 0, disabled }) => (
          <Tabs.Tab
            key={name}
            value={name}
            disabled={disabled}
            rightSection={problems > 0 && <ProblemMark />}
          >
            {text}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {shown.map(({ name, scrolls, isLazy, content }) => (
        <Tabs.Panel key={name} value={name} data-scrolls={scrolls}>
          {(name === open || (isLazy !== true && opened.includes(name))) && (
            <PanelContent isOpen={name === open} content={content} />
          )}
        </Tabs.Panel>
      ))}
    </Tabs>
  );
}

/** The tabs that were open so far. */
function useOpened<Name extends string>(open: Name): readonly Name[] {
  const [opened, setOpened] = useState<readonly Name[]>([open]);
  if (!opened.includes(open)) setOpened([...opened, open]);
  return opened;
}

interface PanelContentProps {
  readonly isOpen: boolean;
  readonly content: ReactNode;
}

/** A hidden panel shows the newest draft when it is opened. Until then, no change of the draft renders it. */
const PanelContent = memo(
  ({ content }: PanelContentProps) => content,
  (_before, { isOpen }) => !isOpen,
);

/** On a phone the tabs are wider than the screen: scroll to the selected one. */
function useScrollToTab(tab: string, isNarrow: boolean): RefObject<HTMLDivElement | null> {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const chosen = list.current?.querySelector('[aria-selected=true]');
    chosen?.scrollIntoView({ block: 'nearest', inline: 'center' });
  }, [tab, isNarrow]);
  return list;
}

const ProblemMark = () => (
  <span className={classes.mark}>
    <VisuallyHidden>has an error</VisuallyHidden>
  </span>
);
