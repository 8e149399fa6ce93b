import { LinkButton } from '../../ui/Button.tsx'
import { Link } from '../../ui/Link.tsx'
import { CardLink, End, Picture, Steps } from './parts.tsx'

export function SharingCard() {
  return (
    <>
      <Steps>
        <li>
          <strong>Face to face:</strong> open your card on your phone and tap{' '}
          <strong>QR Code</strong>. The other person scans it with their camera.
        </li>
        <li>
          <strong>In a message:</strong> copy the link from the dashboard, or select{' '}
          <strong>Share</strong> on the card itself.
        </li>
        <li>
          <strong>On paper:</strong> on the dashboard, select <strong>Share points</strong>, then{' '}
          <strong>QR Code</strong> for the code in your colors, or <strong>Print</strong> for
          business cards, badges and stickers. Keep a code at least 2 cm (0.8 in) wide.
        </li>
        <li>
          <strong>In your email signature:</strong> under <strong>Share points</strong>, select{' '}
          <strong>Email signature</strong> and copy it into your email program.
        </li>
        <li>
          <strong>At each place with its own code:</strong> on the dashboard, select{' '}
          <strong>Share points</strong> and create one for every badge, booth or tag. Analytics then
          shows what each of them brought. Select a share point there to limit every figure and
          export to its visits.
        </li>
        <li>
          <strong>At a trade show or meeting:</strong> under <strong>Events</strong>, create an
          event and add the share points of everyone who is there. Its board shows their scans,
          saves and submissions live, also on a wall screen through a read-only link.
        </li>
      </Steps>
      <Picture
        name="qr"
        alt="A card on a phone with its QR code open, ready to be scanned by another phone"
        width={640}
        height={1149}
      />
      <p>
        <strong>Save Contact</strong> adds you to the address book with your photo, numbers and
        links, on iPhone, on Android and in Outlook. Printed codes keep working: when you change
        your card's link, the old one redirects to the new one.
      </p>
      <End>
        <LinkButton to="/dashboard" kind="primary">
          Get your QR code
        </LinkButton>
      </End>
    </>
  )
}

export function UnderstandingAnalytics() {
  return (
    <>
      <p>Every card counts what happens on it, without cookies and without storing who visited.</p>
      <dl className="stack guide-facts">
        <dt>Views</dt>
        <dd>How often the card was opened. Coming back later the same day is another view.</dd>
        <dt>Clicks</dt>
        <dd>
          Clicks on phone, email, website, social links and your custom buttons. Each is listed
          separately, so you can see which ones earn their place.
        </dd>
        <dt>Saves</dt>
        <dd>How often people saved your contact with Save Contact.</dd>
        <dt>CTR</dt>
        <dd>Clicks per hundred views. It shows whether people find something to do.</dd>
      </dl>
      <Picture
        name="analytics"
        alt="The analytics of a card: total views, clicks, saves and the click-through rate, above a four-week chart"
        width={1200}
        height={880}
      />
      <p>
        Your own visits while signed in, search engines and link previews are not counted. Choose
        the range at the top of the page, and export the same figures as CSV or PDF. New events
        appear automatically. The{' '}
        <Link className="text-link" to="/definitions">
          {' '}
          definitions page{' '}
        </Link>{' '}
        explains what each figure means, what is excluded and how long data is kept.
      </p>
      <End>
        <CardLink page="analytics">See your analytics</CardLink>
      </End>
    </>
  )
}
