import { TextField } from '../../../ui/TextField.tsx'
import { basicFields } from '../basic-fields.ts'
import type { PanelProps } from '../draft.ts'
import { ImportButton } from '../import/ImportButton.tsx'
import { DraftCard } from '../LivePreview.tsx'

const fields = basicFields.filter(({ key }) => ['name', 'title', 'company'].includes(key))

/** Name, title and company, typed or imported with all other details, and shown on the card at once. */
export function DetailsStep(panel: PanelProps) {
  const { card, draft, change, errors } = panel
  const next = fields.find(({ read }) => !read(draft)) ?? fields[0]
  return (
    <>
      <div className="first-steps-card">
        <DraftCard card={card} draft={draft} />
      </div>
      <div className="actions first-steps-actions">
        <ImportButton panel={panel} label="Import details" />
      </div>
      <div className="first-steps-fields">
        {fields.map(({ key, path, label, input, read, write }) => (
          <TextField
            key={key}
            label={label}
            value={read(draft)}
            error={errors[path]}
            data-initial-focus={key === next?.key ? '' : undefined}
            onChange={(text) => change(write(draft, text))}
            {...input}
          />
        ))}
      </div>
    </>
  )
}
