import type { Figures } from '../../../schema/figures.ts'

/** For zones that are not whole hours from UTC. */
export function ZoneNote({ zone }: { zone: Figures['zone'] }) {
  if (!zone.rounded) return null
  return (
    <>
      {zone.name} is not whole hours from UTC. Events are counted by the hour, so days and hours
      here begin at its clock rounded down to the hour.
    </>
  )
}
