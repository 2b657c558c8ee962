import {
  IconAdjustments,
  IconArrowsExchange,
  IconChartBar,
  IconCloud,
  IconFileText,
  IconFiles,
  IconHistory,
  IconKey,
  IconListCheck,
  IconPhoto,
  IconPlayerPlay,
  IconPuzzle,
  IconStack2,
  IconUsers,
  IconWebhook,
} from '../icons/tabler.generated.ts';

/** The pages of a workspace, for the navigation and the search. */
export const WORK_PAGES = [
  { path: 'usage', label: 'Usage', icon: IconChartBar },
  { path: 'templates', label: 'Templates', icon: IconFileText },
  { path: 'partials', label: 'Partials', icon: IconPuzzle },
  { path: 'assets', label: 'Assets', icon: IconPhoto },
  { path: 'playground', label: 'Playground', icon: IconPlayerPlay },
  { path: 'files', label: 'Files', icon: IconFiles },
  { path: 'jobs', label: 'Jobs', icon: IconListCheck },
  { path: 'batches', label: 'Batches', icon: IconStack2 },
  { path: 'requests', label: 'Requests', icon: IconArrowsExchange },
] as const;

export const SETTINGS_PAGES = [
  { path: 'keys', label: 'API Keys', icon: IconKey },
  { path: 'webhooks', label: 'Webhooks', icon: IconWebhook },
  { path: 'storage', label: 'Storage', icon: IconCloud },
  { path: 'people', label: 'People', icon: IconUsers },
  { path: 'audit', label: 'Audit trail', icon: IconHistory },
  { path: 'settings', label: 'Settings', icon: IconAdjustments },
] as const;

export const PAGES = [...WORK_PAGES, ...SETTINGS_PAGES] as const;
