import { useState } from 'react'
import type { Card } from '../../../schema/card.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { timeInSentence } from '../../ui/dates.ts'
import { shownValue } from '../../ui/shown-value.ts'
import { draftOf } from './draft.ts'
import { type Choices, type Conflict, conflictsOf } from './merge.ts'
import type { Editor } from './useEditor.ts'

/** The card was saved elsewhere meanwhile: keep mine, take theirs, or decide field by field. */
export function ConflictDialog({ editor, newer }: { editor: Editor; newer: Card }) {
  const { card, draft, store } = editor
  const [choices, setChoices] = useState<Choices>({})
  const conflicts = conflictsOf({ base: draftOf(card), mine: draft, theirs: draftOf(newer) })
  return (
    <Dialog
      title="This card was changed elsewhere"
      width="wide"
      onClose={() => store.decide(undefined)}
    >
      <div className="dialog-body">
        <p className="dialog-text">
          It was saved {timeInSentence(newer.updatedAt)} in another tab or by another person, after
          you opened it. {conflicts.length === 0 ? noConflict : someConflict}
        </p>
        {conflicts.map((conflict) => (
          <Side
            key={conflict.path}
            conflict={conflict}
            choice={choices[conflict.path] ?? 'mine'}
            onChoose={(choice) => setChoices({ ...choices, [conflict.path]: choice })}
          />
        ))}
      </div>
      <footer className="dialog-foot">
        <Button onClick={() => store.decide('theirs')}>Take theirs</Button>
        <Button onClick={() => store.decide('mine')}>Keep mine</Button>
        <Button kind="primary" onClick={() => store.decide({ choices })}>
          Merge
        </Button>
      </footer>
    </Dialog>
  )
}

const noConflict = 'You changed different fields, so Merge keeps both.'
const someConflict =
  'Merge keeps what only one side changed; choose below for the fields that both changed.'

function Side({
  conflict: { path, name, mine, theirs },
  choice,
  onChoose,
}: {
  conflict: Conflict
  choice: 'mine' | 'theirs'
  onChoose: (choice: 'mine' | 'theirs') => void
}) {
  const sides = [
    { side: 'mine', title: 'Mine', value: mine },
    { side: 'theirs', title: 'Theirs', value: theirs },
  ] as const
  return (
    <fieldset className="conflict">
      <legend>{name}</legend>
      {sides.map(({ side, title, value }) => (
        <label key={side} className="conflict-side">
          <input
            type="radio"
            name={path}
            checked={choice === side}
            onChange={() => onChoose(side)}
          />
          <strong>{title}</strong>
          <span dir="auto">{shownValue(path, value)}</span>
        </label>
      ))}
    </fieldset>
  )
}
