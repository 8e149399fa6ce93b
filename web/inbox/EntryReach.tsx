import { useState } from 'react'
import { Icon } from '../../card/icons/Icon.tsx'
import { mailHref } from '../../card/links.ts'
import type { Submission } from '../../schema/inbox/inbox.ts'
import { t } from '../messages/t.ts'
import { Button } from '../ui/Button.tsx'
import { lazyWithTimedPreload } from '../ui/lazyWithPreload.tsx'
import { contactFilePath } from './data.ts'

// It reads phone numbers with the metadata of every country.
const CallLink = lazyWithTimedPreload(() => import('./CallLink.tsx'), 'CallLink')
const ReplyDialog = lazyWithTimedPreload(() => import('./ReplyDialog.tsx'), 'ReplyDialog')

/** How to answer a submission. Only the owner of the card has its templates. */
export function EntryReach({ entry, canAssign }: { entry: Submission; canAssign: boolean }) {
  const [replying, setReplying] = useState(false)
  const mail = mailHref(entry.formData.email ?? null)
  const { phone } = entry.formData
  return (
    <div className="actions entry-reach">
      {mail && (
        <a className="button" data-kind="primary" href={mail}>
          <Icon name="mail" size={18} />
          {t('Reply by email')}
        </a>
      )}
      {mail && canAssign && (
        <Button aria-haspopup="dialog" onClick={() => setReplying(true)}>
          <Icon name="mail" size={18} />
          {t('Reply with a template')}
        </Button>
      )}
      {phone && <CallLink phone={phone} />}
      <a className="button" data-kind="secondary" href={contactFilePath(entry.id)}>
        <Icon name="user-plus" size={18} />
        {t('Save as contact')}
      </a>
      {replying && <ReplyDialog entry={entry} onClose={() => setReplying(false)} />}
    </div>
  )
}
