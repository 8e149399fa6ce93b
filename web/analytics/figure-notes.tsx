import { canReadSubmissions } from '../../schema/access.ts'
import type { Figures, ShownFigures } from '../../schema/analytics/figures.ts'
import { useUser } from '../accounts/data/session.ts'
import { useCard } from '../cards/data.ts'
import { t } from '../messages/t.ts'
import { Link } from '../ui/Button.tsx'
import { rank } from '../ui/charts/breakdown.ts'
import { DefinitionLink } from '../ui/charts/DefinitionLink.tsx'
import { formatExact } from '../ui/format.ts'
import { Note } from '../ui/Notes.tsx'
import { burstText, excludedEventLabels } from './labels.ts'

/** Lists bursts of events from one network within a minute. Renders nothing if there were none. */
export function BurstNote({ report: { bursts, zone } }: { report: ShownFigures }) {
  if (bursts.length === 0) return null
  return (
    <Note kind="warn" title={t('Burst of activity')}>
      {bursts.map((burst) => `${burstText(burst, zone)} `)}
      {t(
        "They are included in the totals. Many people on one connection, such as a venue's Wi-Fi, can cause a burst, and so can a program.",
      )}{' '}
      <DefinitionLink of="burst" />
    </Note>
  )
}

/** Lists how many recorded events do not count, by reason. */
export function ExcludedEventsNote({ report: { leftOut } }: { report: ShownFigures }) {
  const { top } = rank(leftOut)
  const all = top.reduce((sum, { value }) => sum + value, 0)
  return (
    <section className="stack left-out">
      <h3>
        {t('Excluded')} <DefinitionLink of="left-out" />
      </h3>
      {all === 0 ? (
        <p>{t('No events were excluded.')}</p>
      ) : (
        <>
          <p>
            {t(
              '{exact} {all, plural, one {event was} other {events were}} recorded but not counted:',
              { exact: formatExact(all), all },
            )}
          </p>
          <ul>
            {top.map(({ name, value }) => (
              <li key={name}>
                <b>{formatExact(value)}</b> {excludedEventLabels.get(name) ?? name}
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  )
}

/** Explains rounded hours, for time zones that are not whole hours from UTC. Renders nothing for others. */
export function ZoneNote({ zone }: { zone: Figures['zone'] }) {
  if (!zone.rounded) return null
  return (
    <>
      {t(
        '{name} is not a whole number of hours from UTC. Events are counted by the hour, so days and hours here start at the local time rounded down to the hour.',
        { name: zone.name },
      )}
    </>
  )
}

/** Links to the card's inbox. Renders nothing for users who may not read its submissions. */
export function InboxLink({ id }: { id: number }) {
  const { user } = useUser()
  const { card } = useCard(id)
  if (!user || !card || !canReadSubmissions(user, card)) return null
  return (
    <Link className="text-link" to={`/inbox/${id}`}>
      {t('Read them in the inbox')}
    </Link>
  )
}
