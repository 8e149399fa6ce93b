import { Fragment, type ReactNode, useEffect } from 'react'
import { useLocation } from 'react-router-dom'
import { Icon, type IconName } from '../../card/icons/Icon.tsx'
import { initials } from '../../card/initials.ts'
import type { User } from '../../schema/users/user.ts'
import { useCards } from '../cards/data.ts'
import { t } from '../messages/t.ts'
import { Button, Link } from '../ui/Button.tsx'
import { useLocalStorage } from './useLocalStorage.ts'
import { useSelectedCard } from './useSelectedCard.ts'

type NavEntry = {
  title: string
  icon: IconName
  /** Undefined while the cards are loading: a placeholder, so that the entries after it do not move. */
  to?: string
  pages: RegExp
  /** Number of unread items. */
  badge?: number
}

const users: NavEntry = {
  title: t('User Management'),
  icon: 'users',
  to: '/users',
  pages: /^\/(users|templates)/,
}

const events: NavEntry = {
  title: t('Events'),
  icon: 'calendar',
  to: '/events',
  pages: /^\/events/,
}

const pwaSettings: NavEntry = {
  title: t('PWA Settings'),
  icon: 'phone-device',
  to: '/pwa-settings',
  pages: /^\/pwa-settings/,
}

const status: NavEntry = {
  title: t('Status'),
  icon: 'pulse',
  to: '/status',
  pages: /^\/status/,
}

/** Navigation entries; when collapsed, icons with tooltips. */
export function Nav({ user, collapsed = false }: { user: User; collapsed?: boolean }) {
  const { pathname } = useLocation()
  const { cards } = useCards()
  const { card, hasEvents } = useEntriesOfCards(user)
  const newEntries = cards?.find(({ id }) => id === card)?.newEntries
  const groups = navGroups({
    level: user.accessLevel,
    cardId: card,
    hasEvents: hasEvents || events.pages.test(pathname),
    newEntries,
  })
  return (
    <nav className="nav" aria-label={t('Main')}>
      {groups.map((group, index) => (
        <Fragment key={group[0]?.title}>
          {index > 0 && <hr />}
          {group.map(({ title, icon, to, pages, badge = 0 }) => (
            <Entry
              key={title}
              to={to}
              isCurrent={pages.test(pathname)}
              tooltip={collapsed ? title : undefined}
            >
              <Icon name={icon} size={18} />
              <span>{title}</span>
              {badge > 0 && <UnreadBadge count={badge} />}
            </Entry>
          ))}
        </Fragment>
      ))}
    </nav>
  )
}

/**
 * The card whose entries are shown, and whether there are share points, which events are made of. Until the cards are
 * loaded or have failed to load, there are as many entries as the last time on this device, so that none of them moves.
 */
function useEntriesOfCards(user: User) {
  const { cards, error } = useCards()
  const selected = useSelectedCard(user)
  const [last, store] = useLocalStorage(`cardEntries:${user.id}`)
  const hasEvents = cards?.some(({ sharePoints }) => sharePoints > 0)
  const ofCards = hasEvents ? 'with events' : 'shown'
  const now = selected !== undefined ? ofCards : cards && 'none'
  useEffect(() => {
    if (now && now !== last) store(now)
  })
  return {
    card: selected ?? (now || error || last === 'none' ? undefined : ('loading' as const)),
    hasEvents: hasEvents ?? last === 'with events',
  }
}

type EntryProps = {
  to: string | undefined
  isCurrent: boolean
  tooltip: string | undefined
  children: ReactNode
}

/** A link, or its placeholder: an `a` element without `href`. */
function Entry({ to, isCurrent, tooltip, children }: EntryProps) {
  const state = {
    'aria-current': isCurrent ? ('page' as const) : undefined,
    'data-tooltip': tooltip,
    'data-tooltip-side': 'right',
  }
  if (to === undefined) return <a {...state}>{children}</a>
  return (
    <Link to={to} {...state}>
      {children}
    </Link>
  )
}

function UnreadBadge({ count }: { count: number }) {
  return (
    <small className="nav-waiting">
      {count > 99 ? '99+' : count}
      <span className="hidden-text"> {t('new')}</span>
    </small>
  )
}

/** The signed-in user, with a sign-out button. */
export function SignedInUser({
  user,
  collapsed = false,
  onSignOut,
}: {
  user: User
  collapsed?: boolean
  onSignOut: () => void
}) {
  const name = user.fullName ?? user.username
  return (
    <div className="me">
      <span className="avatar" aria-hidden="true">
        {initial(name)}
      </span>
      <span className="me-text">
        <strong className="clipped" title={name}>
          {name}
        </strong>
        <small className="clipped" title={user.email}>
          {user.email}
        </small>
      </span>
      <Button
        kind="ghost"
        size="small"
        label={t('Sign out')}
        data-tooltip-side={collapsed ? 'right' : undefined}
        onClick={onSignOut}
        icon="logout"
      />
    </div>
  )
}

/** Returns the first initial of a name, without titles; `?` if there is none. */
export function initial(name: string): string {
  return /^.\p{M}*/u.exec(initials(name))?.[0] ?? '?'
}

type Shown = {
  level: number
  cardId: number | 'loading' | undefined
  hasEvents?: boolean
  newEntries?: number | undefined
}

/**
 * Sidebar entries in groups, only those that the user can use: Editor, Analytics and Inbox require a selected card, Events
 * a share point, User Management and PWA Settings level 4, Status level 5.
 */
export function navGroups({ level, cardId, hasEvents, newEntries }: Shown): NavEntry[][] {
  return [
    [
      { title: t('Dashboard'), icon: 'home', to: '/dashboard', pages: /^\/dashboard/ },
      ...(cardId ? cardEntries(cardId, newEntries) : []),
      ...(hasEvents ? [events] : []),
    ],
    [
      { title: t('Account'), icon: 'user', to: '/account', pages: /^\/account/ },
      { title: t('Guide'), icon: 'book', to: '/guide', pages: /^\/guide/ },
    ],
    [
      ...(level >= 4 ? [users, pwaSettings] : []),
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

function cardEntries(cardId: number | 'loading', newEntries = 0): NavEntry[] {
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
