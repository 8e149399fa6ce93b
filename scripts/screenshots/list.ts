/** The screenshots: every screen of the app, the public pages and their dialogs. */
import { type ScreenName, screens } from '../../schema/screens.ts'
import { inboxShots } from './inbox.ts'
import {
  advanced,
  background,
  batch,
  crop,
  feed,
  lockScreen,
  openInApp,
  openShared,
  passkey,
  press,
  type Shot,
  sendForm,
  trial,
  visitor,
} from './steps.ts'

type Visit = { as?: string; id?: number }

/** The account and card for each screen. `editor` only redirects; a template and what is shared are created first; the inbox is apart. */
const visits: Record<
  Exclude<ScreenName, 'editor' | 'inbox' | 'shared' | 'sharedEvent' | 'template'>,
  Visit
> = {
  auth: {},
  dashboard: { as: 'admin' },
  advancedEditor: { as: 'maria', id: 4 },
  quickEditor: { as: 'maria', id: 4 },
  analytics: { as: 'maria', id: 4 },
  share: { as: 'maria', id: 4 },
  events: { as: 'alice' },
  event: { as: 'alice', id: 1 },
  account: { as: 'maria' },
  users: { as: 'admin' },
  templates: { as: 'alice' },
  status: { as: 'admin' },
  guide: { as: 'devon' },
  definitions: {},
  pocket: { as: 'maria', id: 4 },
  pwaSettings: { as: 'admin' },
  accountAnalytics: { as: 'maria' },
}

const ofScreens: Shot[] = Object.entries(visits).flatMap(([key, { as, id }]) => {
  const screen = Object.entries(screens).find(([name]) => name === key)?.[1]
  if (!screen) return []
  const path = screen.path.replace(':id', String(id))
  return [{ name: key === 'event' ? key : (screen.path.split('/')[1] ?? key), path, as }]
})

const cards = [
  'ada',
  'kai',
  'amara',
  'alice',
  'ben',
  'camille',
  'holloway',
  'zuri',
  'devon',
  'alex',
]

const tabs = (path: string, as: string, names: string[]): Shot[] =>
  names.map((tab) => ({
    name: `${path.split('/')[1]}-${tab}`,
    path: `${path}?tab=${tab}`,
    as,
    prepare: (page) =>
      // As a string, because this file is type-checked without the DOM library.
      page.evaluate("document.querySelector('[role=tablist]').scrollIntoView()"),
  }))

export const shots: Shot[] = [
  { name: 'landing', path: '/' },
  { name: 'landing-features', path: '/#features' },
  { name: 'landing-themes', path: '/#themes' },
  { name: 'landing-pricing', path: '/#pricing' },
  { name: 'landing-gallery', path: '/', prepare: (page) => press(page, 'View all themes') },
  { name: 'landing-install', path: '/', prepare: (page) => press(page, 'Install Guide') },
  { name: 'auth-create-account', path: '/auth?panel=create-account&theme=creative' },
  { name: 'auth-forgot-password', path: '/auth?panel=forgot-password' },
  { name: 'setup', path: '/setup', withoutUsers: true },
  ...ofScreens,
  ...inboxShots,
  {
    name: 'capture',
    path: '/capture?event=1',
    as: 'alice',
    prepare: (page) => page.getByRole('button', { name: 'Photograph a card' }).waitFor(),
  },
  { name: 'events-empty', path: '/events', as: 'ben' },
  { name: 'share-empty', path: '/share/2', as: 'alice' },
  {
    name: 'dialog-share-point',
    path: '/share/4',
    as: 'maria',
    prepare: (page) => press(page, 'New share point'),
  },
  {
    name: 'dialog-nfc-tag',
    path: '/share/1',
    as: 'admin',
    prepare: (page) => press(page, 'Write tag of Desk in the co-working space'),
  },
  { name: 'dialog-background', path: '/share/4', as: 'maria', prepare: background },
  { name: 'dialog-lock-screen', path: '/share/4', as: 'maria', prepare: lockScreen },
  {
    name: 'dialog-wallet',
    path: '/share/4',
    as: 'maria',
    prepare: (page) => press(page, 'Add to Apple Wallet'),
  },
  {
    name: 'dialog-import-archive',
    path: '/share/4',
    as: 'maria',
    prepare: (page) => press(page, 'Import ZIP'),
  },
  {
    name: 'card-editor-left',
    path: '/card-editor/2?tab=basic',
    as: 'alice',
    prepare: async (page) => {
      const left = page.getByRole('radio', { name: 'Left' })
      await left.check()
      await left.scrollIntoViewIfNeeded()
    },
  },
  ...tabs('/mobile-editor/4', 'maria', ['design', 'gallery', 'social', 'buttons']),
  ...tabs('/card-editor/4', 'maria', ['design', 'gallery', 'social', 'buttons', 'form', 'contact']),
  ...tabs('/card-editor/3', 'devon', ['advanced']),
  ...tabs('/card-editor/4', 'maria', ['share']),
  ...tabs('/account', 'maria', ['security']),
  { name: 'account-feeds', path: '/account?tab=feeds', as: 'maria', prepare: feed },
  { name: 'account-passkeys', path: '/account?tab=security', as: 'devon', prepare: passkey },
  { name: 'account-visitor', path: '/account?tab=security', as: 'maria', prepare: visitor },
  { name: 'users-cards', path: '/users?user=4', as: 'admin' },
  { name: 'users-audit', path: '/users?tab=audit', as: 'admin' },
  {
    name: 'dialog-user',
    path: '/users',
    as: 'admin',
    prepare: (page) => press(page, 'Add New User'),
  },
  { name: 'dialog-batch', path: '/users', as: 'admin', prepare: batch },
  ...['overview', 'engagement', 'timing', 'devices', 'geographic'].map((tab) => ({
    name: `analytics-${tab}`,
    path: `/analytics/4?over=monthly&advanced=${tab}`,
    as: 'maria',
    prepare: advanced,
  })),
  {
    name: 'analytics-share-point',
    path: '/analytics/4?advanced=overview',
    as: 'maria',
    prepare: (page) =>
      page.getByRole('combobox', { name: 'Share point' }).selectOption({ index: 1 }),
  },
  ...tabs('/advanced-analytics', 'maria', ['sources', 'engagement', 'demographics']),
  { name: 'shared-analytics', path: '/advanced-analytics', as: 'maria', prepare: openShared },
  {
    name: 'dialog-share-analytics',
    path: '/advanced-analytics',
    as: 'maria',
    prepare: (page) => press(page, 'Share'),
  },
  { name: 'template-new', path: '/templates/new?card=2', as: 'alice' },
  { name: 'template-trial', path: '/templates', as: 'alice', prepare: trial },
  { name: 'dialog-qr', path: '/dashboard', as: 'maria', prepare: (page) => press(page, 'QR Code') },
  {
    name: 'dialog-theme',
    path: '/mobile-editor/4',
    as: 'maria',
    prepare: (page) => press(page, 'Theme'),
  },
  { name: 'dialog-crop', path: '/mobile-editor/4', as: 'maria', prepare: crop },
  ...cards.map((slug) => ({ name: `card-${slug}`, path: `/view/${slug}` })),
  { name: 'card-qr', path: '/view/ada', prepare: (page) => press(page, 'QR Code') },
  { name: 'card-thanks', path: '/view/ada', prepare: sendForm },
  {
    name: 'card-receipt',
    path: '/view/ada',
    prepare: async (page) => {
      await sendForm(page)
      await page.getByRole('link', { name: 'Read, correct or delete what you sent' }).click()
      await page.getByRole('heading', { name: 'What you sent' }).waitFor()
    },
  },
  { name: 'card-in-app', path: '/view/ada', prepare: openInApp },
  { name: 'guide-sharing', path: '/guide#sharing', as: 'devon' },
  { name: 'card-not-found', path: '/view/nobody-here' },
  { name: 'not-found', path: '/no/such/page' },
  { name: 'api', path: '/api/docs' },
  { name: 'privacy', path: '/privacy' },
]
