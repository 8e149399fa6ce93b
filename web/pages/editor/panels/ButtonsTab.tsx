import { type CSSProperties, useCallback, useState } from 'react'
import { contrastColor } from '../../../../card/links.ts'
import {
  type CustomButton,
  defaultButtonColor,
  maxButtons,
} from '../../../../schema/card-fields.ts'
import { ColorField } from '../../../ui/ColorField.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { SortableList } from '../../../ui/SortableList.tsx'
import { TextField } from '../../../ui/TextField.tsx'
import { useEventCallback } from '../../../ui/useEventCallback.ts'
import type { PanelProps } from '../draft.ts'
import { AddRowButton } from './AddRowButton.tsx'
import { PanelSection } from './PanelSection.tsx'

/** Custom buttons: label, link, color and order. */
export function ButtonsTab({ draft, change, errors }: PanelProps) {
  const buttons = draft.customButtons
  const [added, setAdded] = useState<number>()
  const add = () => {
    setAdded(buttons.length)
    change({ customButtons: [...buttons, { ...emptyButton }] })
  }
  const edit = useEventCallback((at: number, fields: Partial<CustomButton>) =>
    change({
      customButtons: buttons.map((button, index) =>
        index === at ? { ...button, ...fields } : button,
      ),
    }),
  )
  const fieldsOf = useCallback(
    (button: CustomButton, index: number) => (
      <ButtonFields
        button={button}
        isNew={index === added}
        onLeave={() => setAdded(undefined)}
        errorOf={(field) => errors[`customButtons.${index}.${field}`]}
        onEdit={(fields) => edit(index, fields)}
      />
    ),
    [added, errors, edit],
  )
  return (
    <PanelSection
      title="Custom Buttons"
      text={`Link to a booking page, a brochure or a shop. Up to ${maxButtons} buttons.`}
    >
      <SortableList
        label="Custom buttons"
        items={buttons}
        max={maxButtons}
        nameOf={nameOf}
        onChange={(customButtons) => change({ customButtons })}
        titleOf={renderSample}
        empty={<EmptyState icon="click" title="No buttons yet" text="Add your first button." />}
      >
        {fieldsOf}
      </SortableList>
      <AddRowButton
        label="Add button"
        count={buttons.length}
        max={maxButtons}
        noun="buttons"
        onAdd={add}
      />
    </PanelSection>
  )
}

const emptyButton: CustomButton = { text: '', url: '', backgroundColor: defaultButtonColor }

function nameOf({ text }: CustomButton, index: number): string {
  return text || `Button ${index + 1}`
}

/** Returns the style of a button as visitors see it, except for the theme's shape. */
function renderSample({ text, backgroundColor }: CustomButton) {
  const colors: CSSProperties & Record<`--${string}`, string> = {
    '--sample': backgroundColor,
    '--sample-text': contrastColor(backgroundColor),
  }
  return (
    <span className="button-sample" style={colors} dir="auto" aria-hidden="true">
      {text || 'Your label'}
    </span>
  )
}

function ButtonFields({
  button,
  isNew,
  errorOf,
  onEdit,
  onLeave,
}: {
  button: CustomButton
  isNew: boolean
  onLeave: () => void
  errorOf: (field: keyof CustomButton) => string | undefined
  onEdit: (fields: Partial<CustomButton>) => void
}) {
  return (
    <div className="button-fields">
      <TextField
        label="Label"
        autoFocus={isNew}
        value={button.text}
        error={errorOf('text')}
        onChange={(text) => onEdit({ text })}
        onBlur={onLeave}
      />
      <TextField
        label="URL"
        type="url"
        inputMode="url"
        autoCapitalize="none"
        spellCheck={false}
        placeholder="https://example.com/book…"
        value={button.url}
        error={errorOf('url')}
        onChange={(url) => onEdit({ url })}
      />
      <ColorField
        label="Color"
        value={button.backgroundColor}
        error={errorOf('backgroundColor')}
        onChange={(backgroundColor) => onEdit({ backgroundColor })}
      />
    </div>
  )
}
