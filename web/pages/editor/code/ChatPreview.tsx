import { useState } from 'react'
import { canUseDeveloperFields } from '../../../../schema/access.ts'
import { Button } from '../../../ui/Button.tsx'
import { Note } from '../../../ui/Notes.tsx'
import type { PanelProps } from '../draft.ts'

/** The chat as visitors get it, from the server and in its sandbox; nothing of it is asked for before the press. */
export function ChatPreview({ card, draft, save }: PanelProps) {
  const [open, setOpen] = useState(false)
  const [saving, setSaving] = useState(false)
  if (!draft.embedCodes.some((code) => code.trim())) return null
  const stored = JSON.stringify(card.embedCodes) === JSON.stringify(draft.embedCodes)
  const why = closed(card)
  if (stored && why) return <Note kind="warn">{why}</Note>
  const press = async () => {
    setSaving(true)
    setOpen(stored || (await save()))
    setSaving(false)
  }
  if (!open || !stored)
    return (
      <div className="add-line">
        <Button busy={saving && 'Saving...'} onClick={() => void press()}>
          {stored ? 'Try the chat' : 'Save and try the chat'}
        </Button>
        <p className="field-hint">Loads the chat service, as the Chat button does.</p>
      </div>
    )
  return (
    <div className="chat-preview">
      <iframe
        title="Chat, as visitors see it"
        // The version asks for what was saved just now, past a copy of a minute ago.
        src={`/embed/${card.id}?v=${card.version}`}
        sandbox="allow-scripts allow-forms allow-popups"
        referrerPolicy="no-referrer"
      />
      <Button size="small" onClick={() => setOpen(false)}>
        Close the chat
      </Button>
    </div>
  )
}

function closed({ state, user }: PanelProps['card']): string | undefined {
  if (!canUseDeveloperFields(user))
    return 'The owner of this card is below level 3: the code is kept, and the card shows no Chat button.'
  if (state !== 'live') return 'The chat opens once the card is live.'
}
