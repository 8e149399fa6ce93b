import { EmptyState } from '../../../ui/EmptyState.tsx'
import { FieldFrame } from '../../../ui/FieldFrame.tsx'
import { SortableList } from '../../../ui/SortableList.tsx'
import type { PanelProps } from '../draft.ts'
import { AddLine } from '../panels/AddLine.tsx'
import { PanelSection } from '../panels/PanelSection.tsx'
import { ChatPreview } from './ChatPreview.tsx'

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
