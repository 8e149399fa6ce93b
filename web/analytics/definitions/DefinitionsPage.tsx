import { useEffect } from 'react'
import { useLocation } from 'react-router-dom'
import { keysOf } from '../../../schema/pick.ts'
import {
  burstThreshold,
  maxVisitMs,
  maxVisitorsPerNetwork,
} from '../../../schema/tracking/event.ts'
import { useUser } from '../../accounts/data/session.ts'
import { t } from '../../messages/t.ts'
import { product } from '../../product.ts'
import { Brand } from '../../shell/Brand.tsx'
import { PageHeader } from '../../shell/PageHeader.tsx'
import { Link } from '../../ui/Button.tsx'
import { type DefinitionName, definitions } from '../../ui/charts/DefinitionLink.tsx'

type Fact = [term: string, meaning: string]

/** The paragraphs and lists of facts of each definition. */
const texts: Record<DefinitionName, (string | Fact[])[]> = {
  // What is counted.
  view: [
    t(
      "One visit to a card's public page. The page reports when it opens and when the visitor leaves; together these are one view. Opening the card again later, even on the same day, is another view.",
    ),
    t(
      'A card in several languages is one card: its figures are the sum of all languages, and are not split by language. Switching to another language opens the page again, which is another view.',
    ),
  ],
  visitor: [
    t(
      'One device in one UTC day. Within that day, it is recognized by a keyed hash of its IP address and browser; the key is random, changes every day and is deleted 48 hours after that day began. Someone who visits on three days is therefore three visitors, and a range of days is the sum of its days. There are no cookies. Visitors who ask not to be tracked (Do Not Track, Global Privacy Control) count as views but not as visitors.',
    ),
    t(
      'One network counts as at most {maxVisitorsPerNetwork} visitors of a card per UTC day, however many it appears to have, because a browser can identify itself differently each time. A network is an IPv4 address or an IPv6 /48 block, such as a home, a company or a venue. Every view, click and save still counts.',
      { maxVisitorsPerNetwork },
    ),
  ],
  click: [
    t(
      'A click or tap on the phone number, email address, website, a social link or a custom button. Each one counts. Opening the map, sharing and copying do not.',
    ),
  ],
  save: [
    t(
      "A click or tap on Save Contact, which downloads the contact file. We can't tell whether the person keeps the contact. Saving works without JavaScript but is not counted.",
    ),
  ],
  submission: [
    t(
      "Details that a visitor sent through the card's form. Submissions arrive in the card's inbox and count whether or not they have been read. One that you delete no longer counts. One that the visitor deletes still does.",
    ),
    t(
      'Submissions that you merge in the inbox are shown as one, and still count as sent, each on its own day.',
    ),
    t(
      'People whom staff met and captured in booth mode are in the inbox, its exports and the contact files, marked as such, but they are not submissions: no figure counts them, because no visitor sent them.',
    ),
  ],
  rates: [
    [
      [t('Click-through rate (CTR)'), t('clicks ÷ views')],
      [t('Save rate'), t('saves ÷ views')],
      [t('Engagement rate'), t('(clicks + saves) ÷ views')],
    ],
    t(
      'In percent, with two decimals, or one on the summary tile. With no views, every rate is 0. A visitor can click several links, so a rate can exceed 100%. The rate of a period is calculated from its totals; it is not the average of its days.',
    ),
  ],
  time: [
    t(
      'How long the card was visible to the visitor; time in a background tab does not count. The page reports it when the visitor leaves. It is never longer than the time since the view, and at most {maxVisitMs} minutes per visit. The average covers the visits whose end was reported, shown as measured visits.',
      { maxVisitMs: maxVisitMs / 60_000 },
    ),
  ],
  source: [
    t('How the visitor got to the card.'),
    [
      [t('QR scan'), t('the QR code of the card, on a screen or in print')],
      [t('Link'), t('the plain link, and anything without another source')],
      [t('NFC tap'), t('an NFC tag with the link to the card')],
      [t('Shared link'), t('the Share button on the card')],
      [t('Email signature'), t('the link in an email signature')],
      [t('Share point'), t('a code created for one place, such as a trade show booth')],
      [t('Unknown share point'), t('a code that does not exist, or belongs to another card')],
    ],
  ],
  'share-point': [
    t(
      'Views, clicks, saves and submissions that came with the code of the share point. They are counted like all others, and are part of the totals of the card. A visit whose code does not exist or belongs to another card counts for no share point.',
    ),
    t(
      'An archived share point keeps its figures and still counts. A new label applies to past events, too. First event and last event are the times of the first and the last view, click, save or submission that counts within the period. When a report is limited to one share point, every figure is for that share point, except unique visitors and bursts of activity, which are counted only for the whole card.',
    ),
  ],
  event: [
    t(
      'An event is a trade show or meeting with days in a time zone of its own. Its board counts what its share points brought from the start of the first day to the end of the last one there: scans, which are views through the code of a share point, and the clicks, saves and submissions of these visitors. A share point can belong to several events; each counts its own days.',
    ),
    t(
      'Scans per minute are those that arrived while the board was open, in the last minute. After a pause, such as in a background tab, counting starts again. Views, clicks and saves in a burst reach the board within seconds.',
    ),
  ],
  place: [
    t(
      "Country, region and city of the visitor's connection; a phone may appear to be where its provider is. Missing values are shown as Unknown. For visitors who ask not to be tracked, only the country is stored. The smallest countries appear in the table but not on the map.",
    ),
  ],
  device: [
    t(
      'Mobile, Tablet or Desktop, with operating system and browser, as reported by the browser. Some tablets report that they are desktops. Names come from a fixed list: anything else is Other, and anything the browser does not report is Unknown.',
    ),
  ],

  // What is left out, and how long data is kept.
  'left-out': [
    t(
      'These events are recorded with the reason but are not part of any total, rate or chart. Advanced Analytics shows how many there were.',
    ),
    [
      [t('Search engines and other bots'), t('no person looked at the card')],
      [t('Link previews'), t('an app generated the preview of a posted link')],
      [t('Prefetched pages'), t('a browser loaded the card in case it would be needed')],
      [t('Your own visits'), t('you, or an editor of the card, while signed in')],
      [t('While the card was not live'), t('the card was a draft, paused, moved or left')],
      [t('Cards that do not exist'), t('the event named an unknown card')],
      [t('Links that are not on the card'), t('the event named a link the card does not have')],
    ],
    t(
      'An event that arrives twice counts once. Nothing is dropped because of high volume: a full room can scan the same code at once.',
    ),
  ],
  burst: [
    t(
      "{burstThreshold} or more views, clicks or saves of a card from one network within one minute. They are included in every total: many people on one connection, such as a venue's Wi-Fi, can cause a burst, and so can a program that opens the card repeatedly. The report shows how many events came in bursts, and the size and time of the largest. It does not know where they came from: networks are told apart by a number that is derived from the daily key and changes every minute. Bursts are counted per UTC day, for up to 32 networks at a time.",
      { burstThreshold },
    ),
  ],
  days: [
    t(
      "Events are counted by the hour. Totals, charts, hours and weekdays use the viewer's time zone, so the day of a daylight saving change has 23 or 25 hours. Where local time is not a whole number of hours from UTC, as in India or Nepal, it is rounded down to the hour, and the page says so.",
    ),
    t(
      'Visitors, sources, share points, links, devices and locations are counted by UTC day, for as many days as the range has, up to today. They show their own dates and totals, which may differ slightly from the tiles.',
    ),
    t(
      'The weekly email covers Monday to Sunday in the time zone in which you turned it on. Feeds have a row for each UTC day.',
    ),
    [
      [t('Daily'), t('the last 7 days, by day')],
      [t('Weekly'), t('the last 28 days, by week')],
      [t('Monthly'), t('the last 6 months, by month')],
      [t('Yearly'), t('the last 3 years, by year')],
    ],
  ],
  comparison: [
    t(
      'The arrow next to a figure compares the range with the previous period of the same length. Counts are compared in percent, rates in percentage points.',
    ),
  ],
  kept: [
    [
      [t('Individual events, as in the history'), t('{days} days', { days: product.eventDays })],
      [t('Daily totals, which identify nobody'), t('as long as the card exists')],
      [t('Submissions'), t('24 months')],
      [t('IP addresses of visitors'), t('not stored')],
      [t('Truncated IP addresses of submissions (IPv4 /24, IPv6 /48)'), t('30 days')],
      [t('The daily key that recognizes a visitor'), t('48 hours from the start of the day')],
    ],
    t(
      "Nothing is stored on the visitor's device, except events and form submissions that could not be sent. They are removed once sent, or after a week.",
    ),
  ],
}

/** Definitions of all figures, each with an anchor; public. */
export function DefinitionsPage() {
  const { user } = useUser()
  useAnchor()
  return (
    <div className="page definitions-page">
      {user === null && (
        <a
          className="definitions-home"
          href="/"
          aria-label={t('{name}, home', { name: product.name })}
        >
          <Brand />
        </a>
      )}
      <PageHeader
        title={t('What the figures mean')}
        text={t(
          'How {name} counts, what it excludes, and how long it keeps data. These definitions apply on every screen, in every export and in the API.',
          { name: product.name },
        )}
      />
      <nav className="panel definitions-list" aria-label={t('On this page')}>
        <ol>
          {names.map((name) => (
            <li key={name}>
              <Link className="text-link" to={`#${name}`}>
                {definitions[name]}
              </Link>
            </li>
          ))}
        </ol>
      </nav>
      {names.map((name) => (
        <section key={name} className="definition" aria-labelledby={name}>
          <h2 id={name} tabIndex={-1}>
            {definitions[name]}
          </h2>
          {texts[name].map((part) => (
            <Part key={String(part)} part={part} />
          ))}
        </section>
      ))}
    </div>
  )
}

const names = keysOf(definitions)

// Scrolls to the anchor in the URL, which the browser looks for before the page has rendered.
function useAnchor() {
  const { hash } = useLocation()
  useEffect(() => {
    const heading = hash && document.getElementById(hash.slice(1))
    if (!heading) return
    heading.scrollIntoView()
    heading.focus({ preventScroll: true })
  }, [hash])
}

function Part({ part }: { part: string | Fact[] }) {
  if (typeof part === 'string') return <p>{part}</p>
  return (
    <dl className="stack definition-facts">
      {part.map(([term, meaning]) => (
        <div key={term}>
          <dt>{term}</dt>
          <dd>{meaning}</dd>
        </div>
      ))}
    </dl>
  )
}
