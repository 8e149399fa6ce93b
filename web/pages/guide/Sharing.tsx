import { LinkButton } from '../../ui/Button.tsx'
import { Link } from '../../ui/Link.tsx'
import { CardLink, End, Picture, Steps } from './parts.tsx'

export function SharingCard() {
  return (
    <>
      <Steps>
        <li>
          <strong>Face to face:</strong> open your card on your phone and press{' '}
          <strong>QR Code</strong>. The other person holds their camera over it.
        </li>
        <li>
          <strong>In a message:</strong> copy the link from the dashboard, or press{' '}
          <strong>Share</strong> on the card itself.
        </li>
        <li>
          <strong>On paper:</strong> download the QR code as PNG for documents, or as SVG for
          printers. Keep it at least 2 cm wide, dark on light, with the white edge around it.
        </li>
        <li>
          <strong>In your email signature:</strong> write the link out, so that it also works where
          pictures are blocked.
        </li>
      </Steps>
      <Picture
        name="qr"
        alt="A card on a phone with its QR code open, to be scanned by another phone"
        width={640}
        height={1149}
      />
      <p>
        <strong>Save Contact</strong> puts you into the address book with picture, numbers and
        links, on iPhone, Android and in Outlook. A printed code stays good: when you change the
        address of your card, the old one leads to the new one.
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
      <p>Every card counts what happens on it, without cookies and without storing who it was.</p>
      <dl className="guide-facts">
        <dt>Views</dt>
        <dd>How often the card was opened. Coming back later the same day is another view.</dd>
        <dt>Clicks</dt>
        <dd>
          Presses on phone, email, website, social links and your own buttons. Each is listed by
          itself, so you see which of them is worth its place.
        </dd>
        <dt>Saves</dt>
        <dd>How often Save Contact was pressed.</dd>
        <dt>CTR</dt>
        <dd>Clicks for each hundred views. It says whether people find something to do.</dd>
      </dl>
      <Picture
        name="analytics"
        alt="The analytics of a card: total views, clicks, saves and the click-through rate, above a chart of four weeks"
        width={1200}
        height={880}
      />
      <p>
        Not counted are your own visits while you are signed in, search engines, and the programs
        that draw the preview when a link is posted. Choose the range at the top of the page, and
        export the same figures as CSV or PDF. New events appear by themselves. What every figure
        means, what is left out and how long it is kept, is told on the{' '}
        <Link className="text-link" to="/definitions">
          page of definitions
        </Link>
        .
      </p>
      <End>
        <CardLink page="analytics">See your analytics</CardLink>
      </End>
    </>
  )
}
