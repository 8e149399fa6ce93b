import type { IconName } from '../../card/icons/Icon.tsx'
import { t } from '../messages/t.ts'

type NavEntry = {
  title: string
  icon: IconName
  /** Undefined while the cards are loading: a placeholder, so that the entries after it do not move. */
  to?: string
  pages: RegExp
  /** Number of unread items. */
  badge?: number
}

/**
 * Sidebar entries in groups: Editor, Analytics and Inbox require a selected card, User Management
 * requires level 4.
 */
export function navGroups(
  level: number,
  cardId: number | 'loading' | undefined,
  newEntries = 0,
): NavEntry[][] {
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

function cardEntries(cardId: number | 'loading', newEntries: number): NavEntry[] {
  const at = (page: string) => (cardId === 'loading' ? undefined : `/${page}/${cardId}`)
  return [
    {
      title: t('Editor'),
      icon: 'edit',
      to: at('editor'),
      pages: /^\/((card|mobile)-)?editor\//,
    },
    { title: t('Analytics'), icon: 'chart', to: at('analytics'), pages: /^\/analytics\// },
    {
      title: t('Inbox'),
      icon: 'inbox',
      to: at('inbox'),
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
