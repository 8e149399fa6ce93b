import { Icon } from '../../../../card/Icon.tsx'
import { Button } from '../../../ui/Button.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { FieldFrame } from '../../../ui/FieldFrame.tsx'
import type { PanelProps } from '../draft.ts'
import { PanelSection } from '../panels/PanelSection.tsx'
import { ChatPreview } from './ChatPreview.tsx'

const codesMax = 5
const codeMax = 8000

/** The code of chat services, as they give it to paste. */
export function ChatCode(props: PanelProps) {
  const { draft, change, errors } = props
  const codes = draft.embedCodes
  const full = codes.length >= codesMax
  const write = (at: number, code: string) => change({ embedCodes: codes.with(at, code) })
  return (
    <PanelSection
      title="Chatbot code"
      text="With code here the card gets a Chat button. The code runs in a sandbox of its own, and only once a visitor presses the button: it cannot read the card, its cookies or its visitors. A widget that needs storage may forget a conversation."
    >
      {codes.length === 0 && (
        <EmptyState
          icon="chat"
          title="No chat yet"
          text="Paste the code your chat service gives you for a website."
        />
      )}
      {rowsOf(codes).map(({ key, code, at }) => (
        <div className="code-row" key={key}>
          <FieldFrame
            label={codes.length > 1 ? `Code ${at + 1}` : 'Code'}
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
                onChange={(event) => write(at, event.target.value)}
              />
            )}
          </FieldFrame>
          <Button
            size="small"
            kind="danger-text"
            onClick={() => change({ embedCodes: codes.toSpliced(at, 1) })}
          >
            <Icon name="trash" size={16} />
            Remove
          </Button>
        </div>
      ))}
      <div className="add-line">
        <Button
          aria-disabled={full || undefined}
          onClick={() => !full && change({ embedCodes: [...codes, ''] })}
        >
          <Icon name="plus" size={18} />
          Add Code
        </Button>
        <p className="field-hint">
          {full && `A card has at most ${codesMax} codes. `}
          {codes.length} of {codesMax}
        </p>
      </div>
      <ChatPreview {...props} />
    </PanelSection>
  )
}

// A code has no name but its place.
function rowsOf(codes: string[]) {
  return codes.map((code, at) => ({ key: `code ${at}`, code, at }))
}
