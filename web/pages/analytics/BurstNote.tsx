import type { ShownFigures } from '../../../schema/figures.ts'
import { DefinitionLink } from '../../ui/charts/DefinitionLink.tsx'
import { Note } from '../../ui/Notes.tsx'
import { burstText } from './words.ts'

/** How much of the figures came from one network in a minute; nothing when there was no burst. */
export function BurstNote({ report: { bursts, zone } }: { report: ShownFigures }) {
  if (bursts.length === 0) return null
  return (
    <Note kind="warn" title="Many at once">
      {bursts.map((burst) => `${burstText(burst, zone)} `)}
      They count like all others. Many people on one connection, such as a venue’s Wi-Fi, look like
      this, and so does a program. <DefinitionLink of="burst" />
    </Note>
  )
}
