import { useState } from 'react'
import { Icon } from '../../../../card/icons/Icon.tsx'
import { fieldLabel } from '../../../../card/parts/ExchangeForm.tsx'
import type { CardWords } from '../../../../card/words/en.ts'
import {
  type FormConfig,
  type FormFieldKey,
  formFieldKeys,
  formFieldLabels,
} from '../../../../schema/inbox/form.ts'
import { t, translated } from '../../../messages/t.ts'
import { Button } from '../../../ui/Button.tsx'
import { SortableList } from '../../../ui/SortableList.tsx'
import { Switch } from '../../../ui/Switch.tsx'
import type { PanelProps } from '../draft.ts'
import { CardTextField } from '../languages/TranslatedField.tsx'

type FormField = FormConfig['fields'][number]

/** The fields of the form in order, and buttons to add more. */
export function FormFields({
  panel,
  words,
  onEdit,
}: {
  panel: PanelProps
  words: CardWords
  onEdit: (fields: FormField[]) => void
}) {
  const { errors, language } = panel
  const { fields } = panel.draft.formConfig
  const [added, setAdded] = useState<FormFieldKey>()
  const unusedKeys = formFieldKeys.filter((key) => !fields.some((field) => field.key === key))
  const edit = (at: number, change: Partial<FormField>) =>
    onEdit(fields.map((field, index) => (index === at ? { ...field, ...change } : field)))
  return (
    <>
      <SortableList
        label={t('Form fields')}
        layout="lines"
        items={fields}
        max={formFieldKeys.length}
        nameOf={(field) => field.label ?? translated(formFieldLabels[field.key])}
        titleOf={(field, index) =>
          isQuestion(field.key) || language ? (
            <CardTextField
              of={{ name: 'labels', key: field.key }}
              label={translated(formFieldLabels[field.key])}
              hint={language && t('Default: “{label}”', { label: fieldLabel(words, field.key) })}
              placeholder={
                isQuestion(field.key) ? t('Where did we meet?') : fieldLabel(words, field.key)
              }
              max={(field.label?.length ?? 0) > 90 ? 120 : undefined}
              autoFocus={field.key === added}
              value={field.label}
              error={errors[`formConfig.fields.${index}.label`]}
              onChange={(label) => edit(index, { label: label || null })}
            />
          ) : (
            <strong>{translated(formFieldLabels[field.key])}</strong>
          )
        }
        // A form without fields is off, which is switched above.
        min={1}
        onChange={onEdit}
      >
        {(field, index) => (
          <Switch
            label={t('Required')}
            about={field.label ?? translated(formFieldLabels[field.key])}
            // Focus moves here because the pressed add button is removed; a question focuses its label instead.
            autoFocus={field.key === added && !isQuestion(field.key)}
            checked={field.required}
            onChange={(required) => edit(index, { required })}
          />
        )}
      </SortableList>
      {unusedKeys.length > 0 && (
        <div className="actions">
          {unusedKeys.map((key) => (
            <Button
              key={key}
              size="small"
              onClick={() => {
                setAdded(key)
                onEdit([...fields, { key, label: null, required: false }])
              }}
            >
              <Icon name="plus" size={16} />
              {t('Add {field}', { field: translated(formFieldLabels[key]) })}
            </Button>
          ))}
        </div>
      )}
    </>
  )
}

function isQuestion(key: FormFieldKey): boolean {
  return key === 'question1' || key === 'question2'
}
