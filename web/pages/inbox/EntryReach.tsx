import { useState } from 'react'
import { Icon } from '../../../card/icons/Icon.tsx'
import { mailHref, telHref } from '../../../card/links.ts'
import type { Submission } from '../../../schema/inbox.ts'
import { contactFilePath } from '../../data/inbox.ts'
import { t } from '../../messages/t.ts'
import { Button } from '../../ui/Button.tsx'
import { lazyWithTimedPreload } from '../../ui/lazyWithPreload.tsx'

const ReplyDialog = lazyWithTimedPreload(() => import('./ReplyDialog.tsx'), 'ReplyDialog')

/** How to answer a submission. Only the owner of the card has its templates. */
export function EntryReach({ entry, canAssign }: { entry: Submission; canAssign: boolean }) {
  const [replying, setReplying] = useState(false)
  const mail = mailHref(entry.formData.email ?? null)
  const call = telHref(entry.formData.phone ?? null)
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
      {call && (
        <a className="button" data-kind="secondary" href={call}>
          <Icon name="phone" size={18} />
          {t('Call')}
        </a>
      )}
      <a className="button" data-kind="secondary" href={contactFilePath(entry.id)}>
        <Icon name="user-plus" size={18} />
        {t('Save as contact')}
      </a>
      {replying && <ReplyDialog entry={entry} onClose={() => setReplying(false)} />}
    </div>
  )
}
