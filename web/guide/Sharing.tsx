import { Trans } from '../messages/Trans.tsx'
import { t } from '../messages/t.ts'
import { Link, LinkButton } from '../ui/Button.tsx'
import { listWallets } from '../wallet/data.ts'
import { CardLink, End, Picture, Steps } from './parts.tsx'

export function SharingCard() {
  return (
    <>
      <Steps>
        <li>
          <Trans
            id="<strong>Face to face:</strong> open your card on your phone and tap <strong2>QR Code</strong2>. The other person scans it with their camera."
            components={{ strong: <strong />, strong2: <strong /> }}
          />
        </li>
        <li>
          <Trans
            id="<strong>In a message:</strong> copy the link from the dashboard, or select <strong2>Share</strong2> on the card itself."
            components={{ strong: <strong />, strong2: <strong /> }}
          />
        </li>
        <li>
          <Trans
            id="<strong>On paper:</strong> on the dashboard, select <strong2>Share points</strong2>, then <strong3>QR Code</strong3> for the code in your colors, or <strong4>Print</strong4> for business cards, badges and stickers. Keep a code at least 2 cm (0.8 in) wide."
            components={{
              strong: <strong />,
              strong2: <strong />,
              strong3: <strong />,
              strong4: <strong />,
            }}
          />
        </li>
        <li>
          <Trans
            id="<strong>In your email signature:</strong> under <strong2>Share points</strong2>, select <strong3>Email signature</strong3> and copy it into your email program."
            components={{ strong: <strong />, strong2: <strong />, strong3: <strong /> }}
          />
        </li>
        {listWallets().length > 0 && (
          <li>
            <Trans
              id="<strong>In your phone's wallet:</strong> under <strong2>Share points</strong2>, add the card to Apple Wallet or Google Wallet. You can then show your code without a connection."
              components={{ strong: <strong />, strong2: <strong /> }}
            />
          </li>
        )}
        <li>
          <Trans
            id="<strong>At each place with its own code:</strong> on the dashboard, select <strong2>Share points</strong2> and create one for every badge, booth or tag. Analytics then shows what each of them brought. Select a share point there to limit every figure and export to its visits."
            components={{ strong: <strong />, strong2: <strong /> }}
          />
        </li>
        <li>
          <Trans
            id="<strong>At a trade show or meeting:</strong> under <strong2>Events</strong2>, create an event and add the share points of everyone who is there. Its board shows their scans, saves and submissions live, also on a wall screen through a read-only link."
            components={{ strong: <strong />, strong2: <strong /> }}
          />
        </li>
      </Steps>
      <Picture
        name="qr"
        alt={t('A card on a phone with its QR code open, ready to be scanned by another phone')}
        width={640}
        height={1149}
      />
      <p>
        <Trans
          id="<strong>Save Contact</strong> adds you to the address book with your photo, numbers and links, on iPhone, on Android and in Outlook. Printed codes keep working: when you change your card's link, the old one redirects to the new one."
          components={{ strong: <strong /> }}
        />
      </p>
      <AfterScan />
      <End>
        <LinkButton to="/dashboard" kind="primary">
          {t('Get your QR code')}
        </LinkButton>
      </End>
    </>
  )
}

export function UnderstandingAnalytics() {
  return (
    <>
      <p>
        {t(
          'Every card counts what happens on it, without cookies and without storing who visited.',
        )}
      </p>
      <dl className="stack guide-facts">
        <dt>{t('Views')}</dt>
        <dd>
          {t('How often the card was opened. Coming back later the same day is another view.')}
        </dd>
        <dt>{t('Clicks')}</dt>
        <dd>
          {t(
            'Clicks on phone, email, website, social links and your custom buttons. Each is listed separately, so you can see which ones earn their place.',
          )}
        </dd>
        <dt>{t('Saves')}</dt>
        <dd>{t('How often people saved your contact with Save Contact.')}</dd>
        <dt>{t('CTR')}</dt>
        <dd>{t('Clicks per hundred views. It shows whether people find something to do.')}</dd>
      </dl>
      <Picture
        name="analytics"
        alt={t(
          'The analytics of a card: total views, clicks, saves and the click-through rate, above a four-week chart',
        )}
        width={1200}
        height={880}
      />
      <p>
        <Trans
          id="Your own visits while signed in, search engines and link previews are not counted. Choose the range at the top of the page, and export the same figures as CSV or PDF. New events appear automatically. The <link>definitions page</link> explains what each figure means, what is excluded and how long data is kept."
          components={{ link: <Link className="text-link" to="/definitions" /> }}
        />
      </p>
      <p>
        <Trans
          id="For a spreadsheet that updates itself, create a secret address under <link>Account > Feeds</link> and paste it into Google Sheets or Excel."
          components={{ link: <Link className="text-link" to="/account?tab=feeds" /> }}
        />
      </p>
      <End>
        <CardLink page="analytics">{t('See your analytics')}</CardLink>
      </End>
    </>
  )
}

/** What an owner does with the people who scanned, met or wrote. */
function AfterScan() {
  return (
    <>
      <h3>{t('After the scan')}</h3>
      <Steps>
        <li>
          <Trans
            id="<strong>Booth mode:</strong> note the people you meet, scan their codes or photograph their cards, even without a connection. Open it from the inbox of a card or from an event; what you save arrives in the inbox."
            components={{ strong: <strong /> }}
          />
        </li>
        <li>
          <Trans
            id="<strong>Inbox:</strong> plan when to follow up, add tags and fields of your own, and assign submissions to colleagues. Select several to change them at once."
            components={{ strong: <strong /> }}
          />
        </li>
        <li>
          <Trans
            id="<strong>Reminders:</strong> in the morning of the day you planned, an email lists the follow-ups that are due. Under <link>Account</link> you can turn it off, and turn on a weekly email with your figures."
            components={{ strong: <strong />, link: <Link className="text-link" to="/account" /> }}
          />
        </li>
        <li>
          <Trans
            id="<strong>Contacts:</strong> submissions with the same email or phone number can be merged, and split again. Answer by email with your own templates."
            components={{ strong: <strong /> }}
          />
        </li>
        <li>
          <Trans
            id="<strong>Other programs:</strong> in the inbox, select <strong2>Other formats</strong2> for files that HubSpot, Salesforce, Google Contacts and others import. For a spreadsheet or calendar that updates itself, create a secret address under <link>Account > Feeds</link>."
            components={{
              strong: <strong />,
              strong2: <strong />,
              link: <Link className="text-link" to="/account?tab=feeds" />,
            }}
          />
        </li>
      </Steps>
    </>
  )
}
