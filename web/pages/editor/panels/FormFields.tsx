import { useState } from 'react'
import { Icon } from '../../../../card/icons/Icon.tsx'
import {
  type FormConfig,
  type FormFieldKey,
  formFieldKeys,
  formFieldLabels,
} from '../../../../schema/form.ts'
import { Button } from '../../../ui/Button.tsx'
import { SortableList } from '../../../ui/SortableList.tsx'
import { Switch } from '../../../ui/Switch.tsx'
import { TextField } from '../../../ui/TextField.tsx'

type FormField = FormConfig['fields'][number]

/** The fields of the form in order, and buttons to add more. */
export function FormFields({
  form,
  onEdit,
  errors,
}: {
  form: FormConfig
  onEdit: (fields: FormField[]) => void
  errors: Record<string, string>
}) {
  const { fields } = form
  const [added, setAdded] = useState<FormFieldKey>()
  const unusedKeys = formFieldKeys.filter((key) => !fields.some((field) => field.key === key))
  const edit = (at: number, change: Partial<FormField>) =>
    onEdit(fields.map((field, index) => (index === at ? { ...field, ...change } : field)))
  return (
    <>
      <SortableList
        label="Form fields"
        layout="lines"
        items={fields}
        max={formFieldKeys.length}
        nameOf={(field) => field.label ?? formFieldLabels[field.key]}
        titleOf={(field, index) =>
          isQuestion(field.key) ? (
            <TextField
              label={formFieldLabels[field.key]}
              placeholder="Where did we meet?"
              max={(field.label?.length ?? 0) > 90 ? 120 : undefined}
              autoFocus={field.key === added}
              value={field.label}
              error={errors[`formConfig.fields.${index}.label`]}
              onChange={(label) => edit(index, { label: label || null })}
            />
          ) : (
            <strong>{formFieldLabels[field.key]}</strong>
          )
        }
        // A form without fields is off, which is switched above.
        min={1}
        onChange={onEdit}
      >
        {(field, index) => (
          <Switch
            label="Required"
            about={field.label ?? formFieldLabels[field.key]}
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
              Add {formFieldLabels[key]}
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
