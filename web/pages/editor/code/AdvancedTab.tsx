import { Suspense, useState } from 'react'
import { canUseDeveloperFields } from '../../../../schema/access.ts'
import { Button } from '../../../ui/Button.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { FieldFrame } from '../../../ui/FieldFrame.tsx'
import { lazyWithPreload } from '../../../ui/lazyWithPreload.tsx'
import { Note } from '../../../ui/Notes.tsx'
import { SortableList } from '../../../ui/SortableList.tsx'
import { Spinner } from '../../../ui/Spinner.tsx'
import type { PanelProps } from '../draft.ts'
import { AddLine } from '../panels/AddLine.tsx'
import { PanelSection } from '../panels/PanelSection.tsx'

// With it comes a parser of CSS, as heavy as the rest of the editor.
const CssEditor = lazyWithPreload(async () => (await import('./CssEditor.tsx')).CssEditor)

/** What level 3 and above may add to a card: CSS of its own, and a chat. */
export function AdvancedTab(props: PanelProps) {
  return (
    <div className="tab-sections">
      <Suspense fallback={<Waiting />}>
        <CssEditor {...props} />
      </Suspense>
      <ChatCode {...props} />
    </div>
  )
}

function Waiting() {
  return (
    <div className="panel-waiting" role="status">
      <Spinner />
      <span className="hidden-text">Loading</span>
    </div>
  )
}

const codesMax = 5
const codeMax = 8000

/** The code of chat services, as they give it to paste. */
export function ChatCode(props: PanelProps) {
  const { draft, change, errors } = props
  const codes = draft.embedCodes
  const write = (embedCodes: string[]) => change({ embedCodes })
  const nameOf = (_: string, at: number) => (codes.length > 1 ? `Code ${at + 1}` : 'Code')
  return (
    <PanelSection
      title="Chatbot code"
      text="With code here the card gets a Chat button. The code runs in a sandbox of its own, and only once a visitor presses the button: it cannot read the card, its cookies or its visitors. A widget that needs storage may forget a conversation."
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
            text="Paste the code your chat service gives you for a website."
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
      <AddLine
        label="Add Code"
        count={codes.length}
        max={codesMax}
        what="codes"
        onAdd={() => write([...codes, ''])}
      />
      <ChatPreview {...props} />
    </PanelSection>
  )
}

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
