/** A change of the notification emails. Apart, because the app does not load the time zones. */
import * as z from 'zod/mini'
import { TimeZone } from '../analytics/figures.ts'
import { MailChoice } from './account.ts'

/** What is left out does not change. `timeZone` is that of the mornings in which digests are sent. */
export const MailChange = z
  .partial(z.strictObject({ ...MailChoice.shape, timeZone: TimeZone }))
  .check(
    z.refine(
      (choice) => Object.values(choice).some((value) => value !== undefined),
      'Send at least one change.',
    ),
  )
