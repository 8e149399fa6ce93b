import { burstThreshold } from '../../../schema/tracking/event.ts'
import { t } from '../../messages/t.ts'
import { product } from '../../product.ts'
import { Facts } from './Facts.tsx'

/** Exclusions, time zones and retention. */
export const retentionDefinitions = {
  'left-out': (
    <>
      <p>
        {t(
          'These events are recorded with the reason but are not part of any total, rate or chart. Advanced Analytics shows how many there were.',
        )}
      </p>
      <Facts
        facts={[
          [t('Search engines and other bots'), t('no person looked at the card')],
          [t('Link previews'), t('an app generated the preview of a posted link')],
          [t('Prefetched pages'), t('a browser loaded the card in case it would be needed')],
          [t('Your own visits'), t('you, or an editor of the card, while signed in')],
          [t('While the card was not live'), t('the card was a draft, paused, moved or left')],
          [t('Cards that do not exist'), t('the event named an unknown card')],
          [t('Links that are not on the card'), t('the event named a link the card does not have')],
        ]}
      />
      <p>
        {t(
          'An event that arrives twice counts once. Nothing is dropped because of high volume: a full room can scan the same code at once.',
        )}
      </p>
    </>
  ),
  burst: (
    <p>
      {t(
        "{burstThreshold} or more views, clicks or saves of a card from one network within one minute. They are included in every total: many people on one connection, such as a venue's Wi-Fi, can cause a burst, and so can a program that opens the card repeatedly. The report shows how many events came in bursts, and the size and time of the largest. It does not know where they came from: networks are told apart by a number that is derived from the daily key and changes every minute. Bursts are counted per UTC day, for up to 32 networks at a time.",
        { burstThreshold },
      )}
    </p>
  ),
  days: (
    <>
      <p>
        {t(
          "Events are counted by the hour. Totals, charts, hours and weekdays use the viewer's time zone, so the day of a daylight saving change has 23 or 25 hours. Where local time is not a whole number of hours from UTC, as in India or Nepal, it is rounded down to the hour, and the page says so.",
        )}
      </p>
      <p>
        {t(
          'Visitors, sources, share points, links, devices and locations are counted by UTC day, for as many days as the range has, up to today. They show their own dates and totals, which may differ slightly from the tiles.',
        )}
      </p>
      <p>
        {t(
          'The weekly email covers Monday to Sunday in the time zone in which you turned it on. Feeds have a row for each UTC day.',
        )}
      </p>
      <Facts
        facts={[
          [t('Daily'), t('the last 7 days, by day')],
          [t('Weekly'), t('the last 28 days, by week')],
          [t('Monthly'), t('the last 6 months, by month')],
          [t('Yearly'), t('the last 3 years, by year')],
        ]}
      />
    </>
  ),
  comparison: (
    <p>
      {t(
        'The arrow next to a figure compares the range with the previous period of the same length. Counts are compared in percent, rates in percentage points.',
      )}
    </p>
  ),
  kept: (
    <>
      <Facts
        facts={[
          [
            t('Individual events, as in the history'),
            t('{days} days', { days: product.eventDays }),
          ],
          [t('Daily totals, which identify nobody'), t('as long as the card exists')],
          [t('Submissions'), t('24 months')],
          [t('IP addresses of visitors'), t('not stored')],
          [t('Truncated IP addresses of submissions (IPv4 /24, IPv6 /48)'), t('30 days')],
          [t('The daily key that recognizes a visitor'), t('48 hours from the start of the day')],
        ]}
      />
      <p>
        {t(
          "Nothing is stored on the visitor's device, except events and form submissions that could not be sent. They are removed once sent, or after a week.",
        )}
      </p>
    </>
  ),
}
