import type { IconName } from '../../card/icons/Icon.tsx'
import { t } from '../messages/t.ts'

type NavEntry = {
  title: string
  icon: IconName
  to: string
  pages: RegExp
  /** Number of unread items. */
  badge?: number
}

/**
 * Sidebar entries in groups: Editor, Analytics and Inbox require a selected card, User Management
 * requires level 4.
 */
export function navGroups(level: number, cardId: number | undefined, newEntries = 0): NavEntry[][] {
  return [
    [
      { title: t('Dashboard'), icon: 'home', to: '/dashboard', pages: /^\/dashboard/ },
      ...(cardId ? cardEntries(cardId, newEntries) : []),
      { title: t('Events'), icon: 'calendar', to: '/events', pages: /^\/events/ },
    ],
    [
      { title: t('Account'), icon: 'user', to: '/account', pages: /^\/account/ },
      { title: t('Guide'), icon: 'book', to: '/guide', pages: /^\/guide/ },
    ],
    [
      ...(level >= 4 ? [users] : []),
      {
        title: t('PWA Settings'),
        icon: 'phone-device',
        to: '/pwa-settings',
        pages: /^\/pwa-settings/,
      },
      {
        title: t('Advanced Analytics'),
        icon: 'trend',
        to: '/advanced-analytics',
        pages: /^\/advanced-analytics/,
      },
      ...(level >= 5 ? [status] : []),
    ],
  ]
}

function cardEntries(cardId: number, newEntries: number): NavEntry[] {
  return [
    {
      title: t('Editor'),
      icon: 'edit',
      to: `/editor/${cardId}`,
      pages: /^\/((card|mobile)-)?editor\//,
    },
    { title: t('Analytics'), icon: 'chart', to: `/analytics/${cardId}`, pages: /^\/analytics\// },
    {
      title: t('Inbox'),
      icon: 'inbox',
      to: `/inbox/${cardId}`,
      pages: /^\/inbox\//,
      badge: newEntries,
    },
  ]
}

const users: NavEntry = {
  title: t('User Management'),
  icon: 'users',
  to: '/users',
  pages: /^\/(users|templates)/,
}

const status: NavEntry = {
  title: t('Status'),
  icon: 'pulse',
  to: '/status',
  pages: /^\/status/,
}
