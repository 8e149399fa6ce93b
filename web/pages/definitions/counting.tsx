import { maxVisitMs, maxVisitorsPerNetwork } from '../../../schema/counting-rules.ts'
import { Facts } from './Facts.tsx'

/** What is counted. */
export const countingDefinitions = {
  view: (
    <p>
      One visit to the public page of a card. The page reports the visit when it opens, and again
      when it is left; both together are one view. Opening the card again later, even on the same
      day, is another view.
    </p>
  ),
  visitor: (
    <>
      <p>
        One device in one UTC day. It is recognised within that day by a keyed hash of its address
        and browser; the key is random, changes every day and is deleted after 48 hours. Somebody
        who comes on three days is therefore three visitors, and a range of days is the sum of its
        days. There are no cookies. Visitors who ask not to be recognised (Do Not Track, Global
        Privacy Control) are counted as views and not as visitors.
      </p>
      <p>
        One network counts as at most {maxVisitorsPerNetwork} visitors of a card in one UTC day,
        however many it seems to have: a browser can call itself something else each time. A network
        is an IPv4 address or an IPv6 block of /48, such as a home, a company or a hall. Every view
        counts, and so do the clicks and saves.
      </p>
    </>
  ),
  click: (
    <p>
      A press on the phone number, the email address, the website, a social link or one of your own
      buttons. Each press counts. Opening the map, sharing and copying are not clicks.
    </p>
  ),
  save: (
    <p>
      A press on Save Contact, which downloads the contact file. Whether the person then keeps the
      contact is theirs alone to know. A save in a browser without JavaScript works, and is not
      counted.
    </p>
  ),
  submission: (
    <p>
      Details that a visitor sent through the form of the card. They wait in the inbox of the card,
      and count whether or not they have been read. Deleting one in the inbox takes it out of the
      figures.
    </p>
  ),
  rates: (
    <>
      <Facts
        facts={[
          ['Click-through rate (CTR)', 'clicks ÷ views'],
          ['Save rate', 'saves ÷ views'],
          ['Engagement rate', '(clicks + saves) ÷ views'],
        ]}
      />
      <p>
        In percent, with two decimals; one on the summary tile. With no views every rate is 0. A
        visitor may press several links, so a rate can exceed 100%. The rate of a period is made of
        its sums; it is not the mean of the days.
      </p>
    </>
  ),
  time: (
    <p>
      How long the card was in front of the visitor; a tab in the background does not count. The
      page reports it when it is left. It is never more than the time that has passed since the
      view, and at most {maxVisitMs / 60_000} minutes of one visit. The average is over the visits
      whose end was reported, which stand beside it as measured visits.
    </p>
  ),
  source: (
    <>
      <p>How the visitor came to the card.</p>
      <Facts
        facts={[
          ['QR scan', 'the QR code of the card, from a screen or from paper'],
          ['Link', 'the bare link, and whatever says nothing else'],
          ['NFC tap', 'a chip that was written with the card'],
          ['Shared link', 'the Share button of the card'],
          ['Email signature', 'the link of a signature'],
          ['Share point', 'a code made for one place, such as a stand at a fair'],
        ]}
      />
    </>
  ),
  place: (
    <p>
      Country, region and city, as the network says where the visitor’s connection ends; a phone may
      seem to be where its provider is. What is not known is Unknown. For visitors who ask not to be
      recognised only the country is kept. The smallest countries are in the table and not on the
      map.
    </p>
  ),
  device: (
    <p>
      Mobile, Tablet or Desktop, with operating system and browser, as the browser introduces
      itself. Some tablets say they are desktops. Names come from a fixed list; what is not on it is
      Other, and what the browser does not say is Unknown.
    </p>
  ),
}
