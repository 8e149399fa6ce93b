import { useLocation } from 'react-router-dom'
import { Icon } from '../../../card/Icon.tsx'
import { Button } from '../../ui/Button.tsx'
import { timeInSentence } from '../../ui/dates.ts'
import type { Editor } from './useEditor.ts'

/** What the person should know of the draft for longer than a toast lasts. */
export function DraftNotes({ editor }: { editor: Editor }) {
  const { restoredFrom, failure, dirty, busy, store, saveAll } = editor
  // From one editor to the other the draft comes along; that is nothing to be told.
  const carried = useLocation().state?.carried === true
  return (
    <>
      {restoredFrom && dirty && !carried && (
        <div className="note draft-note" data-kind="warn" role="status">
          <Icon name="refresh" />
          <p>Unsaved changes from {timeInSentence(restoredFrom)} restored</p>
          <Button size="small" onClick={store.discard}>
            Discard
          </Button>
        </div>
      )}
      {failure && (
        <div className="note draft-note" data-kind="bad" data-pinned role="alert">
          <Icon name="alert" />
          <p>{failure}</p>
          {dirty && (
            <Button size="small" busy={busy && 'Saving...'} onClick={saveAll}>
              Try again
            </Button>
          )}
        </div>
      )}
    </>
  )
}
