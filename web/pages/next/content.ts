import type { IconName } from '../../../card/Icon.tsx'
import type { ScreenName } from '../../../schema/screens.ts'

type Coming = { title: string; icon: IconName; coming: string; meanwhile: string }

/** What each screen that is not there yet will do, and what can be done until then. */
export const comingNext = {
  users: {
    title: 'User Management',
    icon: 'users',
    coming: 'The table of users, with batch upload, comes next.',
    meanwhile: 'Until then users are managed through the API, which is described at /api/docs.',
  },
} satisfies Partial<Record<ScreenName, Coming>>
