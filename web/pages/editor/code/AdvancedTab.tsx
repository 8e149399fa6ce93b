import { useState } from 'react'
import { canUseDeveloperFields } from '../../../../schema/access.ts'
import { Button } from '../../../ui/Button.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { FieldFrame } from '../../../ui/FieldFrame.tsx'
import { lazyWithPreload } from '../../../ui/lazyWithPreload.tsx'
import { Note } from '../../../ui/Notes.tsx'
import { SortableList } from '../../../ui/SortableList.tsx'
import { Spinner } from '../../../ui/Spinner.tsx'
import type { PanelProps } from '../draft.ts'
import { AddRowButton } from '../panels/AddRowButton.tsx'
import { PanelSection } from '../panels/PanelSection.tsx'

// Lazy, as its CSS parser is as large as the rest of the editor.
const CssEditor = lazyWithPreload(() => import('./CssEditor.tsx'), 'CssEditor', <Loading />)

/** Custom CSS and chat code, for level 3 and above. */
export function AdvancedTab(props: PanelProps) {
  return (
    <div className="stack" data-gap="5">
      <CssEditor {...props} />
      <ChatCode {...props} />
    </div>
  )
}

function Loading() {
  return (
    <div className="panel-waiting" role="status">
      <Spinner />
      <span className="hidden-text">Loading</span>
    </div>
  )
}

const codesMax = 5
const codeMax = 8000

/** Embed codes of chat services. */
function ChatCode(props: PanelProps) {
  const { draft, change, errors } = props
  const codes = draft.embedCodes
  const write = (embedCodes: string[]) => change({ embedCodes })
  const nameOf = (_: string, at: number) => (codes.length > 1 ? `Code ${at + 1}` : 'Code')
  return (
    <PanelSection
      title="Chatbot code"
      text="Add code to show a Chat button on the card. The code runs in its own sandbox, only after a visitor selects the button, and cannot read the card, its cookies or its visitors. A widget that needs storage may forget conversations."
    >
      <SortableList
        label="Chat codes"
        items={codes}
        max={codesMax}
        nameOf={nameOf}
        onChange={write}
        empty={
          <EmptyState
            icon="chat"
            title="No chat yet"
            text="Paste the website code from your chat service."
          />
        }
      >
        {(code, at) => (
          <FieldFrame
            label={nameOf(code, at)}
            error={errors[`embedCodes.${at}`]}
            length={code.length}
            max={codeMax}
          >
            {(marks) => (
              <textarea
                {...marks}
                className="input code-area"
                dir="ltr"
                rows={6}
                spellCheck={false}
                autoCapitalize="none"
                autoComplete="off"
                value={code}
                onChange={(event) => write(codes.with(at, event.target.value))}
              />
            )}
          </FieldFrame>
        )}
      </SortableList>
      <AddRowButton
        label="Add code"
        count={codes.length}
        max={codesMax}
        noun="codes"
        onAdd={() => write([...codes, ''])}
      />
      <ChatPreview {...props} />
    </PanelSection>
  )
}

/** Sandboxed preview of the chat from the server; nothing is requested before the button is pressed. */
function ChatPreview({ card, draft, save }: PanelProps) {
  const [open, setOpen] = useState(false)
  const [saving, setSaving] = useState(false)
  if (!draft.embedCodes.some((code) => code.trim())) return null
  const stored = JSON.stringify(card.embedCodes) === JSON.stringify(draft.embedCodes)
  const reason = closedReason(card)
  if (stored && reason) return <Note kind="warn">{reason}</Note>
  const openPreview = async () => {
    setSaving(true)
    setOpen(stored || (await save()))
    setSaving(false)
  }
  if (!open || !stored)
    return (
      <div className="row">
        <Button busy={saving && 'Saving...'} onClick={() => void openPreview()}>
          {stored ? 'Try the chat' : 'Save and try the chat'}
        </Button>
        <p className="field-hint">Loads the chat service, like the Chat button.</p>
      </div>
    )
  return (
    <div className="stack chat-preview">
      <iframe
        title="Chat, as visitors see it"
        // The version bypasses the cached copy from before the save.
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

function closedReason({ state, user }: PanelProps['card']): string | undefined {
  if (!canUseDeveloperFields(user))
    return 'The owner of this card is below level 3, so the card shows no Chat button. The code is kept.'
  if (state !== 'live') return 'The chat is available once the card is live.'
}
