import { TextField } from '../../../ui/TextField.tsx'
import type { PanelProps } from '../draft.ts'
import type { ImageFieldName } from './fields.ts'

type DescribedField = Exclude<ImageFieldName, 'faviconUrl'>

const labels: Record<DescribedField, string> = {
  profilePicture: 'What the profile picture shows',
  coverPhoto: 'What the cover photo shows',
  logoUrl: 'What the logo shows',
}

/** A picture in words, for those who do not see it. */
export function AltField({ field, draft, change, errors }: PanelProps & { field: DescribedField }) {
  const { customizations } = draft
  const { alts } = customizations
  return (
    <TextField
      label={labels[field]}
      hint="Read out to people who cannot see it"
      optional
      max={200}
      value={alts?.[field]}
      error={errors[`customizations.alts.${field}`]}
      onChange={(text) =>
        change({ customizations: { ...customizations, alts: { ...alts, [field]: text || null } } })
      }
    />
  )
}
