import { maxVisitMs, maxVisitorsPerNetwork } from '../../../schema/tracking/event.ts'
import { t } from '../../messages/t.ts'
import { Facts } from './Facts.tsx'

/** What is counted. */
export const countingDefinitions = {
  view: (
    <>
      <p>
        {t(
          "One visit to a card's public page. The page reports when it opens and when the visitor leaves; together these are one view. Opening the card again later, even on the same day, is another view.",
        )}
      </p>
      <p>
        {t(
          'A card in several languages is one card: its figures are the sum of all languages, and are not split by language. Switching to another language opens the page again, which is another view.',
        )}
      </p>
    </>
  ),
  visitor: (
    <>
      <p>
        {t(
          'One device in one UTC day. Within that day, it is recognized by a keyed hash of its IP address and browser; the key is random, changes every day and is deleted 48 hours after that day began. Someone who visits on three days is therefore three visitors, and a range of days is the sum of its days. There are no cookies. Visitors who ask not to be tracked (Do Not Track, Global Privacy Control) count as views but not as visitors.',
        )}
      </p>
      <p>
        {t(
          'One network counts as at most {maxVisitorsPerNetwork} visitors of a card per UTC day, however many it appears to have, because a browser can identify itself differently each time. A network is an IPv4 address or an IPv6 /48 block, such as a home, a company or a venue. Every view, click and save still counts.',
          { maxVisitorsPerNetwork },
        )}
      </p>
    </>
  ),
  click: (
    <p>
      {t(
        'A click or tap on the phone number, email address, website, a social link or a custom button. Each one counts. Opening the map, sharing and copying do not.',
      )}
    </p>
  ),
  save: (
    <p>
      {t(
        "A click or tap on Save Contact, which downloads the contact file. We can't tell whether the person keeps the contact. Saving works without JavaScript but is not counted.",
      )}
    </p>
  ),
  submission: (
    <>
      <p>
        {t(
          "Details that a visitor sent through the card's form. Submissions arrive in the card's inbox and count whether or not they have been read. One that you delete no longer counts. One that the visitor deletes still does.",
        )}
      </p>
      <p>
        {t(
          'Submissions that you merge in the inbox are shown as one, and still count as sent, each on its own day.',
        )}
      </p>
      <p>
        {t(
          'People whom staff met and captured in booth mode are in the inbox, its exports and the contact files, marked as such, but they are not submissions: no figure counts them, because no visitor sent them.',
        )}
      </p>
    </>
  ),
  rates: (
    <>
      <Facts
        facts={[
          [t('Click-through rate (CTR)'), t('clicks ÷ views')],
          [t('Save rate'), t('saves ÷ views')],
          [t('Engagement rate'), t('(clicks + saves) ÷ views')],
        ]}
      />
      <p>
        {t(
          'In percent, with two decimals, or one on the summary tile. With no views, every rate is 0. A visitor can click several links, so a rate can exceed 100%. The rate of a period is calculated from its totals; it is not the average of its days.',
        )}
      </p>
    </>
  ),
  time: (
    <p>
      {t(
        'How long the card was visible to the visitor; time in a background tab does not count. The page reports it when the visitor leaves. It is never longer than the time since the view, and at most {maxVisitMs} minutes per visit. The average covers the visits whose end was reported, shown as measured visits.',
        { maxVisitMs: maxVisitMs / 60_000 },
      )}
    </p>
  ),
  source: (
    <>
      <p>{t('How the visitor got to the card.')}</p>
      <Facts
        facts={[
          [t('QR scan'), t('the QR code of the card, on a screen or in print')],
          [t('Link'), t('the plain link, and anything without another source')],
          [t('NFC tap'), t('an NFC tag with the link to the card')],
          [t('Shared link'), t('the Share button on the card')],
          [t('Email signature'), t('the link in an email signature')],
          [t('Share point'), t('a code created for one place, such as a trade show booth')],
          [t('Unknown share point'), t('a code that does not exist, or belongs to another card')],
        ]}
      />
    </>
  ),
  'share-point': (
    <>
      <p>
        {t(
          'Views, clicks, saves and submissions that came with the code of the share point. They are counted like all others, and are part of the totals of the card. A visit whose code does not exist or belongs to another card counts for no share point.',
        )}
      </p>
      <p>
        {t(
          'An archived share point keeps its figures and still counts. A new label applies to past events, too. First event and last event are the times of the first and the last view, click, save or submission that counts within the period. When a report is limited to one share point, every figure is for that share point, except unique visitors and bursts of activity, which are counted only for the whole card.',
        )}
      </p>
    </>
  ),
  event: (
    <>
      <p>
        {t(
          'An event is a trade show or meeting with days in a time zone of its own. Its board counts what its share points brought from the start of the first day to the end of the last one there: scans, which are views through the code of a share point, and the clicks, saves and submissions of these visitors. A share point can belong to several events; each counts its own days.',
        )}
      </p>
      <p>
        {t(
          'Scans per minute are those that arrived while the board was open, in the last minute. After a pause, such as in a background tab, counting starts again. Views, clicks and saves in a burst reach the board within seconds.',
        )}
      </p>
    </>
  ),
  place: (
    <p>
      {t(
        "Country, region and city of the visitor's connection; a phone may appear to be where its provider is. Missing values are shown as Unknown. For visitors who ask not to be tracked, only the country is stored. The smallest countries appear in the table but not on the map.",
      )}
    </p>
  ),
  device: (
    <p>
      {t(
        'Mobile, Tablet or Desktop, with operating system and browser, as reported by the browser. Some tablets report that they are desktops. Names come from a fixed list: anything else is Other, and anything the browser does not report is Unknown.',
      )}
    </p>
  ),
}
