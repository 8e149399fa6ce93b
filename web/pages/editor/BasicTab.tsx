import { TextField } from '../../ui/TextField.tsx'
import { AddressField } from './AddressField.tsx'
import { type CardField, cardFields } from './card-fields.ts'
import type { PanelProps } from './draft.ts'
import { AddressPanel } from './panels/AddressPanel.tsx'
import { ExtrasPanel } from './panels/ExtrasPanel.tsx'
import { MapCheck } from './panels/MapCheck.tsx'
import { PanelSection } from './panels/PanelSection.tsx'
import { VideoCheck } from './panels/VideoCheck.tsx'
import { fixedReason, ruledHint, ruleOf } from './template.ts'

/** All that is said of the person, as a form, and where the card is public. */
export function BasicTab(props: PanelProps) {
  return (
    <div className="tab-sections">
      <PanelSection title="On the card">
        <div className="field-grid basic-fields">
          {cardFields.map((field) =>
            // The address of the card has a panel of its own.
            field.key === 'slug' ? null : <FormField key={field.key} field={field} {...props} />,
          )}
        </div>
      </PanelSection>
      {props.draft.videoUrl && <VideoCheck {...props} />}
      <MapCheck {...props} />
      <ExtrasPanel {...props} />
      <AddressPanel {...props} />
    </div>
  )
}

function FormField({ field, ...panel }: PanelProps & { field: CardField }) {
  const { draft, change, errors } = panel
  const Text = field.key === 'address' ? AddressField : TextField
  return (
    <div className={field.rows || field.key === 'videoUrl' ? 'field-wide' : undefined}>
      <Text
        label={field.label}
        hint={ruledHint(panel, field.key, field.hint)}
        readOnly={fixedReason(panel, field.key) !== undefined}
        aria-required={ruleOf(panel, field.key) === 'required' || undefined}
        multiline={field.rows}
        error={errors[field.path]}
        value={field.read(draft)}
        onChange={(text) => change(field.write(draft, text))}
        {...field.input}
      />
    </div>
  )
}
