import { type Submission, submitterName } from '../../schema/inbox/inbox.ts'
import { t } from '../messages/t.ts'

/** Returns the heading of an entry. */
export function entryTitle({ formData, withdrawnAt }: Submission): string {
  return withdrawnAt ? t('Deleted by the visitor') : submitterName(formData)
}
