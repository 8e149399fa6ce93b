import { burstThreshold } from '../../../schema/counting-rules.ts'
import { product } from '../../product.ts'
import { Facts } from './Facts.tsx'

/** Exclusions, time zones and retention. */
export const retentionDefinitions = {
  'left-out': (
    <>
      <p>
        These are recorded with their reason, and are in no total, rate or chart. Advanced Analytics
        says how many there were.
      </p>
      <Facts
        facts={[
          ['Search engines and other programs', 'nobody looked'],
          ['Link previews', 'a messenger or network drew the picture of a posted link'],
          ['Pages fetched ahead', 'a browser loaded the card in case it would be wanted'],
          ['Your own visits', 'you, or an editor of the card, while signed in'],
          ['While the card was not live', 'the card was a draft or paused'],
          ['Cards that do not exist', 'the event named no card of ours'],
          ['Links that are not on the card', 'the event named a link the card does not have'],
        ]}
      />
      <p>
        An event that arrives twice counts once. Nothing is dropped because there is much of it: a
        whole hall may scan the same code at once.
      </p>
    </>
  ),
  burst: (
    <p>
      {burstThreshold} or more views, clicks or saves of a card that arrive from one network in one
      minute. They are in every total: many people on one connection, such as a venue’s Wi-Fi, look
      like this, and so does a program that opens the card again and again. The report says how many
      came in bursts, and how large the largest was and when. It does not know from where: a network
      is told from others by a number that changes every minute, made with the daily key. Bursts are
      counted by UTC days, with up to 32 networks at a time.
    </p>
  ),
  days: (
    <>
      <p>
        Events are counted by the hour. Totals, lines, hours and weekdays are cut by the clock of
        whoever looks, so a day of daylight-saving change has 23 or 25 hours. Where the clock is not
        whole hours from UTC, as in India or Nepal, it is rounded down to the hour, and the page
        says so.
      </p>
      <p>
        Visitors, sources, links, devices and places are counted by UTC days: as many as the range
        has, the last one today’s. They print their own days and total, and may differ a little from
        the tiles.
      </p>
      <Facts
        facts={[
          ['Daily', 'the last 7 days, by day'],
          ['Weekly', 'the last 28 days, by week'],
          ['Monthly', 'the last 6 months, by month'],
          ['Yearly', 'the last 3 years, by year'],
        ]}
      />
    </>
  ),
  comparison: (
    <p>
      The arrow beside a figure compares the range with the window of the same length just before
      it. Counts are compared in percent, rates by subtraction, in percentage points.
    </p>
  ),
  kept: (
    <>
      <Facts
        facts={[
          ['Single events', `${product.eventDays} days, as in the history, then deleted`],
          ['Totals of each day', 'for ever; they name nobody'],
          ['Submissions', '24 months'],
          ['Network addresses', 'shortened at once (IPv4 /24, IPv6 /48), deleted after 30 days'],
          ['The daily key that recognises a visitor', '48 hours'],
        ]}
      />
      <p>Nothing is stored on the visitor’s device.</p>
    </>
  ),
}
