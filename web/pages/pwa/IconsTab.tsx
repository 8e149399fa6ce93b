import { Note } from '../../ui/Notes.tsx'
import { PwaSlotField } from './PwaSlotField.tsx'
import { drawnIcons, iconSlots } from './slots.ts'
import type { PwaDraft } from './usePwaDraft.ts'

export function IconsTab({ form: { draft, pictures } }: { form: PwaDraft }) {
  const { icons } = draft
  const own = iconSlots.some((slot) => icons[slot])
  return (
    <section className="panel pwa-fields" aria-label="Icons">
      <p className="field-hint">
        One picture of 512 px or more is enough: the sizes that are missing are made from it.
      </p>
      {iconSlots.map((slot) => (
        <PwaSlotField
          key={slot}
          slot={slot}
          picture={icons[slot]}
          drawn={own ? undefined : drawnIcons[slot]}
          state={pictures.states[slot]}
          onChoose={(files) => void pictures.choose(slot, files)}
          onRemove={() => pictures.remove(slot)}
        />
      ))}
      {own && !icons.icon512 && (
        <Note kind="warn">
          The Large Icon is missing. Android shows it while the app starts, and app lists show it.
        </Note>
      )}
    </section>
  )
}
