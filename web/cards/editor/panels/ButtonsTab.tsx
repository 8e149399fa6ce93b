import { type CSSProperties, useCallback, useState } from 'react'
import { contrastColor } from '../../../../card/links.ts'
import {
  type CustomButton,
  defaultButtonColor,
  maxButtons,
} from '../../../../schema/cards/card-fields.ts'
import { t } from '../../../messages/t.ts'
import { ColorField } from '../../../ui/ColorField.tsx'
import { TextField } from '../../../ui/Fields.tsx'
import { EmptyState } from '../../../ui/Notes.tsx'
import { SortableList, useEventCallback } from '../../../ui/SortableList.tsx'
import { ReachButton } from '../audience/ReachButton.tsx'
import type { PanelProps } from '../draft.ts'
import { buttonTranslations, relabelButton } from '../languages/card-text.ts'
import { CardTextField, sharedLabel } from '../languages/TranslatedField.tsx'
import { AddRowButton, PanelSection } from './PanelSection.tsx'

/** Custom buttons: label, link, color and order. */
export function ButtonsTab(panel: PanelProps) {
  const buttons = panel.draft.customButtons
  const { add, replaceAll, fieldsOf } = useButtons(panel)
  return (
    <PanelSection
      title={t('Custom Buttons')}
      action={<ReachButton panel={panel} field="customButtons" />}
      text={t('Link to a booking page, a brochure or a shop. Up to {maxButtons} buttons.', {
        maxButtons,
      })}
    >
      <SortableList
        label={t('Custom buttons')}
        items={buttons}
        max={maxButtons}
        nameOf={nameOf}
        onChange={replaceAll}
        titleOf={renderSample}
        empty={
          <EmptyState icon="click" title={t('No buttons yet')} text={t('Add your first button.')} />
        }
      >
        {fieldsOf}
      </SortableList>
      <AddRowButton
        label={t('Add button')}
        count={buttons.length}
        max={maxButtons}
        full={t('A card can have at most {max} buttons.', { max: maxButtons })}
        onAdd={add}
      />
    </PanelSection>
  )
}

/** Adds and replaces buttons; `fieldsOf` renders the fields that edit one. A new button's label has the focus. */
function useButtons(panel: PanelProps) {
  const { draft, change, errors, language } = panel
  const buttons = draft.customButtons
  const [added, setAdded] = useState<number>()
  const { relabel, settle, forget } = useLabels(panel)
  const add = () => {
    setAdded(buttons.length)
    change({ customButtons: [...buttons, { ...emptyButton }] })
  }
  const replaceAll = (customButtons: CustomButton[]) => {
    forget()
    change({ customButtons })
  }
  const edit = useEventCallback((at: number, fields: Partial<CustomButton>) =>
    change({
      customButtons: buttons.map((button, index) =>
        index === at ? { ...button, ...fields } : button,
      ),
    }),
  )
  const leave = useEventCallback((at: number) => {
    setAdded(undefined)
    settle(at)
  })
  const fieldsOf = useCallback(
    (button: CustomButton, index: number) => (
      <ButtonFields
        button={button}
        isNew={index === added}
        language={language}
        onLeave={() => leave(index)}
        errorOf={(field) => errors[`customButtons.${index}.${field}`]}
        onLabel={(label) => relabel(index, label)}
        onEdit={(fields) => edit(index, fields)}
      />
    ),
    [added, errors, edit, leave, relabel, language],
  )
  return { add, replaceAll, fieldsOf }
}

/**
 * Changes button labels. Translations are stored by label, so this remembers those of the label being edited until its field
 * loses focus.
 */
function useLabels({ draft, change }: PanelProps) {
  const buttons = draft.customButtons
  const [typing, setTyping] = useState<{ at: number; translations: Translations }>()
  const forget = () => setTyping(undefined)
  const relabel = useEventCallback((at: number, label: string) => {
    const translations =
      typing?.at === at ? typing.translations : buttonTranslations(draft, buttons[at]?.text ?? '')
    setTyping({ at, translations })
    change(relabelButton(draft, { at, label, translations }))
  })
  // After an empty label, keeps the translations for the next one.
  const settle = (at: number) => {
    if (typing?.at === at && buttons[at]?.text.trim()) forget()
  }
  return { relabel, settle, forget }
}

type Translations = ReturnType<typeof buttonTranslations>

const emptyButton: CustomButton = { text: '', url: '', backgroundColor: defaultButtonColor }

function nameOf({ text }: CustomButton, index: number): string {
  return text || t('Button {at}', { at: index + 1 })
}

/** A button as visitors see it, except for the shape that the theme gives it. */
function renderSample({ text, backgroundColor }: CustomButton) {
  const colors: CSSProperties & Record<`--${string}`, string> = {
    '--sample': backgroundColor,
    '--sample-text': contrastColor(backgroundColor),
  }
  return (
    <span className="button-sample" style={colors} dir="auto" aria-hidden="true">
      {text || t('Your label')}
    </span>
  )
}

function ButtonFields({
  language,
  button,
  isNew,
  errorOf,
  onLabel,
  onEdit,
  onLeave,
}: {
  language: string | undefined
  button: CustomButton
  isNew: boolean
  onLeave: () => void
  errorOf: (field: keyof CustomButton) => string | undefined
  onLabel: (label: string) => void
  onEdit: (fields: Partial<CustomButton>) => void
}) {
  return (
    <div className="button-fields">
      <CardTextField
        of={{ name: 'buttons', key: button.text.trim() }}
        label={t('Label')}
        autoFocus={isNew}
        value={button.text}
        error={errorOf('text')}
        onChange={onLabel}
        onBlur={onLeave}
      />
      <TextField
        label={sharedLabel(t('URL'), { language })}
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
        label={t('Color')}
        value={button.backgroundColor}
        error={errorOf('backgroundColor')}
        onChange={(backgroundColor) => onEdit({ backgroundColor })}
      />
    </div>
  )
}
