import { useState } from 'react'
import { t } from '../../messages/t.ts'
import { Button } from '../../ui/Button.tsx'
import { usePresence } from '../../ui/usePresence.ts'
import { isUnpublished } from '../data.ts'
import { ResetDialog } from './lazy-dialogs.ts'
import type { Editor } from './useEditor.ts'

/** Reset and Save Changes at the bottom of a phone, while there is something to save. */
export function SaveBar({ editor }: { editor: Editor }) {
  if (!canSave(editor)) return null
  return <BottomBar editor={editor} />
}

function BottomBar({ editor }: { editor: Editor }) {
  usePresence('save-bar')
  return (
    <section className="save-bar" aria-label={t('Save')}>
      <SaveButtons editor={editor} />
    </section>
  )
}

/** Reset and Save Changes; disabled while everything is saved. */
export function SaveButtons({ editor }: { editor: Editor }) {
  const { dirty, busy, saveAll, store } = editor
  const [confirming, setConfirming] = useState(false)
  const enabled = canSave(editor)
  return (
    <>
      <Button
        kind="ghost"
        aria-disabled={!dirty || undefined}
        onClick={() => dirty && setConfirming(true)}
      >
        {t('Reset')}
      </Button>
      <Button
        kind="primary"
        busy={busy && t('Saving...')}
        aria-disabled={!enabled || undefined}
        onClick={() => enabled && saveAll()}
      >
        {t('Save Changes')}
      </Button>
      {confirming && <ResetDialog onReset={store.reset} onClose={() => setConfirming(false)} />}
    </>
  )
}

function canSave({ card, dirty }: Editor): boolean {
  return dirty || isUnpublished(card)
}
