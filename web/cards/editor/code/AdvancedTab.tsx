import { useState } from 'react'
import { canUseDeveloperFields } from '../../../../schema/access.ts'
import { t } from '../../../messages/t.ts'
import { Button } from '../../../ui/Button.tsx'
import { lazyWithPreload } from '../../../ui/lazyWithPreload.tsx'
import { EmptyState, Note } from '../../../ui/Notes.tsx'
import { SortableList } from '../../../ui/SortableList.tsx'
import { ReachButton } from '../audience/ReachButton.tsx'
import type { PanelProps } from '../draft.ts'
import { sharedLabel } from '../languages/TranslatedField.tsx'
import { AddRowButton, CodeField, FoldedSection, PanelSection } from '../panels/PanelSection.tsx'
import { PanelSkeleton } from '../skeletons.tsx'

// Loaded on first use, because its CSS parser is as large as the rest of the editor.
const CssEditor = lazyWithPreload(() => import('./CssEditor.tsx'), 'CssEditor', <PanelSkeleton />)

/** Custom CSS and chat code, for users at level 3 or above. */
export function AdvancedTab(props: PanelProps) {
  return (
    <div className="stack" data-gap="5">
      <FoldedSection
        title={sharedLabel(t('Custom CSS'), props)}
        text={t(
          'Visible to you and to anyone signed in with level 3 or above. Everyone else sees the card without it.',
        )}
        isOpen={!!props.errors['customizations.customCss']}
      >
        <CssEditor {...props} />
      </FoldedSection>
      <ChatCode {...props} />
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
  const nameOf = (_: string, at: number) =>
    codes.length === 1 ? t('Code') : t('Code {at}', { at: at + 1 })
  return (
    <PanelSection
      title={sharedLabel(t('Chatbot code'), props)}
      action={<ReachButton panel={props} field="embedCodes" />}
      text={t(
        'Add code to show a Chat button. It runs in a sandbox once a visitor selects the button, and cannot read the card or its cookies. Widgets that need storage may forget conversations.',
      )}
    >
      <SortableList
        label={t('Chat codes')}
        items={codes}
        max={codesMax}
        nameOf={nameOf}
        onChange={write}
        empty={
          <EmptyState
            icon="chat"
            title={t('No chat yet')}
            text={t('Paste the website code from your chat service.')}
          />
        }
      >
        {(code, at) => (
          <CodeField
            label={nameOf(code, at)}
            error={errors[`embedCodes.${at}`]}
            max={codeMax}
            rows={6}
            value={code}
            onChange={(text) => write(codes.with(at, text))}
          />
        )}
      </SortableList>
      <AddRowButton
        label={t('Add code')}
        count={codes.length}
        max={codesMax}
        full={t('A card can have at most {max} codes.', { max: codesMax })}
        onAdd={() => write([...codes, ''])}
      />
      <ChatPreview {...props} />
    </PanelSection>
  )
}

/** A sandboxed preview of the chat. Loads nothing until the button is pressed. */
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
        <Button busy={saving && t('Saving...')} onClick={() => void openPreview()}>
          {stored ? t('Try the chat') : t('Save and try the chat')}
        </Button>
        <p className="field-hint">{t('Loads the chat service, like the Chat button.')}</p>
      </div>
    )
  return (
    <div className="stack chat-preview">
      <iframe
        title={t('Chat, as visitors see it')}
        // With the version, so that the browser does not show its copy from before the save.
        src={`/embed/${card.id}?v=${card.version}`}
        sandbox="allow-scripts allow-forms allow-popups"
        referrerPolicy="no-referrer"
      />
      <Button size="small" onClick={() => setOpen(false)}>
        {t('Close the chat')}
      </Button>
    </div>
  )
}

function closedReason({ state, user }: PanelProps['card']): string | undefined {
  if (!canUseDeveloperFields(user))
    return t(
      'The owner of this card is below level 3, so the card shows no Chat button. The code is kept.',
    )
  if (state !== 'live') return t('The chat is available once the card is live.')
}
