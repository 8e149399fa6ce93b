import { slugRefusal } from '../../../schema/access.ts'
import { TextField } from '../../ui/TextField.tsx'
import { type CardField, cardFields } from './card-fields.ts'
import type { PanelProps } from './draft.ts'

/** All the plain fields of the card as a form. */
export function BasicTab(props: PanelProps) {
  const { user, card } = props
  const fields = cardFields.filter(({ key }) => key !== 'slug' || !slugRefusal(user, card))
  return (
    <div className="basic-tab">
      <div className="panel basic-fields">
        {fields.map((field) => (
          <FormField key={field.key} field={field} {...props} />
        ))}
      </div>
    </div>
  )
}

function FormField({ field, draft, change, errors }: PanelProps & { field: CardField }) {
  return (
    <TextField
      label={field.label}
      hint={field.hint}
      multiline={field.rows}
      error={errors[field.path]}
      value={field.read(draft)}
      onChange={(text) => change(field.write(draft, text))}
      {...field.input}
    />
  )
}
