import { maxGalleryImages } from '../../schema/cards/card-fields.ts'
import { maxLanguages } from '../../schema/cards/card-texts.ts'
import { Trans } from '../messages/Trans.tsx'
import { t } from '../messages/t.ts'
import { product, support } from '../product.ts'
import { Link } from '../ui/Button.tsx'
import { lazyWithPreload } from '../ui/lazyWithPreload.tsx'
import { listWallets } from '../wallet/data.ts'
import { CardLink, EndLink, Fact, Picture, Steps } from './parts.tsx'

// Lazy, as it includes the phone metadata of every country.
const SupportPhone = lazyWithPreload(
  () => import('./SupportPhone.tsx'),
  'SupportPhone',
  support.phone,
)

const hasContact = Boolean(support.email || support.phone || support.chat)
const subject = encodeURIComponent(t('Help with {name}', { name: product.name }))

export function CreatingCard() {
  return (
    <>
      <p>
        {t(
          'Everyone starts with one card. Admins (level 4 and above) can create more, and cards for other people.',
        )}
      </p>
      <Steps>
        <Trans id="On the dashboard, select <strong>Create Your First Card</strong>. Admins can select <strong2>Create card</strong2> at the top of the page." />
        <Trans id="Fill in <strong>Basic Info</strong>: name, job title, company, phone, email, website, address, a few sentences about you, and a video. A card shows only what you fill in. To skip the typing, select <strong2>Import contact details</strong2> in the editor's menu. Choose a contact file (.vcf) or paste your email signature, then review every detail." />
        {t(
          'Add a profile picture, a cover photo and a logo. In the dialog that opens, zoom, rotate and move the image until it fits the frame. Use JPG, PNG or GIF files up to 5 MB. Only the first frame of an animation is used, and print colors are converted for screens.',
        )}
        <Trans id="Choose your card's link, such as <strong>/view/your-name</strong>. At level 1, you choose it once in the first steps; after that, an admin can change it." />
        <Trans id="Select <strong>Save Changes</strong>. A <strong2>live</strong2> card is public immediately. A <strong3>draft</strong3> is visible only to you and admins. A <strong4>paused</strong4> card shows only your name. A <strong5>moved</strong5> card opens another one, and after you have <strong6>left</strong6>, visitors see a link to your company or a colleague." />
      </Steps>
      <Picture
        name="quick-editor"
        alt={t(
          'The quick editor on a phone: buttons on the theme, cover, photo and logo of a card',
        )}
        width={640}
        height={935}
      />
      <CardLink page="editor">{t('Edit your card')}</CardLink>
    </>
  )
}

export function CustomizingCard() {
  return (
    <>
      <p>
        {t(
          'You can do all of this in both editors. The advanced editor shows the card next to the form.',
        )}
      </p>
      <Steps>
        <Trans id="<strong>Design:</strong> choose one of nine themes. Preview your own card in each, and switch anytime without losing anything." />
        <Trans id="<strong>Social:</strong> add your networks. Where a network uses handles, a handle is enough. For a network that is not listed, use Add Platform." />
        <Trans id="<strong>Buttons:</strong> link to what you want people to do next, such as book an appointment. Each has its own label, link and color. Drag them, or use the arrows, to put the most important one first." />
        <Trans
          id="<strong>Gallery:</strong> show up to {maxGalleryImages} images of your work. Describe each in a few words for people using screen readers. Animated GIFs keep playing here."
          values={{ maxGalleryImages }}
        />
        <Trans id="<strong>Form:</strong> let people send you their details. You choose the questions and the consent sentence. Form submissions arrive in your inbox." />
        <Trans
          id="<strong>Languages:</strong> select <strong2>Languages</strong2> in the editor's menu, add a language and translate what you like, up to {maxLanguages} languages in all. Visitors see the card in their own language, and the base language where a translation is missing."
          values={{ maxLanguages }}
        />
        <Trans id="<strong>Who sees what:</strong> the eye of a field limits it to visitors who exchanged contacts, to share points you select, or to you and admins. Hidden details are in no page, file or preview that others get." />
      </Steps>
      <Picture
        name="themes"
        alt={t('The same card in three of the nine themes')}
        width={1200}
        height={684}
      />
      <p>
        {t(
          'Changed your mind? Undo steps back through everything since the last save. Unsaved changes are still there when you return to this browser.',
        )}
      </p>
      <CardLink page="editor">{t('Customize your card')}</CardLink>
    </>
  )
}

export function SharingCard() {
  return (
    <>
      <Steps>
        <Trans id="<strong>Face to face:</strong> open your card on your phone and tap <strong2>QR Code</strong2>. The other person scans it with their camera." />
        <Trans id="<strong>In a message:</strong> copy the link from the <strong2>QR Code</strong2> dialog of the dashboard, or select <strong3>Share</strong3> on the card itself." />
        <Trans id="<strong>On paper:</strong> on the dashboard, select <strong2>QR Code</strong2> and <strong3>Share points</strong3>, then <strong4>QR Code</strong4> for the code in your colors, or <strong5>Print</strong5> for business cards, badges and stickers. Keep a code at least 2 cm (0.8 in) wide." />
        <Trans id="<strong>In your email signature:</strong> under <strong2>Share points</strong2>, select <strong3>Email signature</strong3> and copy it into your email program." />
        {listWallets().length > 0 && (
          <Trans id="<strong>In your phone's wallet:</strong> under <strong2>Share points</strong2>, add the card to Apple Wallet or Google Wallet. You can then show your code without a connection." />
        )}
        <Trans id="<strong>At each place with its own code:</strong> in the <strong2>QR Code</strong2> dialog of the dashboard, select <strong3>Share points</strong3> and create one for every badge, booth or tag. Analytics then shows what each of them brought. Select a share point there to limit every figure and export to its visits." />
        <Trans id="<strong>At a trade show or meeting:</strong> under <strong2>Events</strong2>, create an event and add the share points of everyone who is there. Its board shows their scans, saves and submissions live, also on a wall screen through a read-only link." />
      </Steps>
      <Picture
        name="qr"
        alt={t('A card on a phone with its QR code open, ready to be scanned by another phone')}
        width={640}
        height={1149}
      />
      <p>
        <Trans id="<strong>Save Contact</strong> adds you to the address book with your photo, numbers and links, on iPhone, on Android and in Outlook. Printed codes keep working: when you change your card's link, the old one redirects to the new one." />
      </p>
      <AfterScan />
      <EndLink to="/dashboard">{t('Get your QR code')}</EndLink>
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
        <Fact title={t('Views')}>
          {t('How often the card was opened. Coming back later the same day is another view.')}
        </Fact>
        <Fact title={t('Clicks')}>
          {t(
            'Clicks on phone, email, website, social links and your custom buttons. Each is listed separately, so you can see which ones earn their place.',
          )}
        </Fact>
        <Fact title={t('Saves')}>
          {t('How often people saved your contact with Save Contact.')}
        </Fact>
        <Fact title={t('CTR')}>
          {t('Clicks per hundred views. It shows whether people find something to do.')}
        </Fact>
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
          id="For a spreadsheet that updates itself, create a secret address under <link>Account > Data & API</link> and paste it into Google Sheets or Excel."
          components={{ link: <Link className="text-link" to="/account?tab=data" /> }}
        />
      </p>
      <CardLink page="analytics">{t('See your analytics')}</CardLink>
    </>
  )
}

/** What owners can do with the contacts they made. */
function AfterScan() {
  return (
    <>
      <h3>{t('After the scan')}</h3>
      <Steps>
        <Trans id="<strong>Booth mode:</strong> note the people you meet, scan their codes or photograph their cards, even without a connection. Open it from the inbox of a card or from an event; what you save arrives in the inbox." />
        <Trans id="<strong>Inbox:</strong> plan when to follow up, add tags and fields of your own, and assign submissions to colleagues. To change several at once, hold one or tick its checkbox." />
        <Trans
          id="<strong>Reminders:</strong> in the morning of the day you planned, an email lists the follow-ups that are due. Under <link>Account</link> you can turn it off, and turn on a weekly email with your figures."
          components={{ link: <Link className="text-link" to="/account" /> }}
        />
        <Trans id="<strong>Contacts:</strong> submissions with the same email or phone number can be merged, and split again. Answer by email with your own templates." />
        <Trans
          id="<strong>Other programs:</strong> in the inbox, select <strong2>Export</strong2> for files that HubSpot, Salesforce, Google Contacts and others import. For a spreadsheet or calendar that updates itself, create a secret address under <link>Account > Data & API</link>."
          components={{
            link: <Link className="text-link" to="/account?tab=data" />,
          }}
        />
      </Steps>
    </>
  )
}

export function DeveloperFeatures() {
  return (
    <>
      <p>{t('Your level gives you the Advanced section of a card and the API.')}</p>
      <Steps>
        <Trans id="<strong>Chatbot:</strong> paste the script code of your chatbot into the Advanced section of a card. Visitors get a Chat button. The code runs in its own frame and can't access the card or your account." />
        <Trans id="<strong>Custom CSS:</strong> write rules for the card and see them in the preview right away. Anything that is not allowed, such as external images, is removed, and you see why. The CSS is visible to you and to viewers at level 3 or above." />
        <Trans
          id="<strong>API:</strong> everything this app does goes through calls that are documented at <link>/api/docs</link>, for programs as OpenAPI."
          components={{
            link: (
              <a className="text-link" href="/api/docs">
                /api/docs
              </a>
            ),
          }}
        />
      </Steps>
      <CardLink page="editor">{t('Open the editor')}</CardLink>
    </>
  )
}

export function MobileTips() {
  return (
    <>
      <p>{t('Most people see your card on a phone, often while standing. Check it on yours.')}</p>
      <Steps>
        <Trans id="Use a profile photo of at least <strong>400x400 px</strong>, square, with your face in the center. It is shown in a circle and included in the saved contact." />
        {t('Keep your name and job title to one line each. Details belong in About.')}
        <Trans id="Include the country code in phone numbers, such as <strong>+44 20 7946 0155</strong>, so that they work from anywhere." />
        {t('Put your most important button first. Three that matter are better than ten.')}
        {t(
          'Turn up the brightness before someone scans your screen, and wipe printed codes that others have touched.',
        )}
        <Trans id="Add this app to your home screen (<strong>Install Guide</strong>, at the bottom left, or on a phone at the end of the dashboard) to keep your code one tap away." />
      </Steps>
      <CardLink page="editor">{t('Check your card')}</CardLink>
    </>
  )
}

export function GettingSupport() {
  return (
    <>
      {hasContact && <p>{t('Contact us here:')}</p>}
      <dl className="stack guide-facts">
        {support.email && (
          <Fact title={t('Email')}>
            <a className="text-link" href={`mailto:${support.email}?subject=${subject}`}>
              {support.email}
            </a>
          </Fact>
        )}
        {support.phone && (
          <Fact title={t('Phone')}>
            <SupportPhone />
          </Fact>
        )}
        {support.chat && (
          <Fact title={t('Live chat')}>
            <a className="text-link" href={support.chat} target="_blank" rel="noopener">
              {t('Start a chat')}
            </a>
          </Fact>
        )}
        {support.hours && hasContact && (
          <Fact title={support.chat ? t('Live-chat hours') : t('Support hours')}>
            {support.hours}
          </Fact>
        )}
      </dl>
      <p>{t('To get an answer sooner, include:')}</p>
      <Steps>
        {t('what you were doing, what you expected and what happened')}
        {t('the link to the card')}
        {t('your phone or computer, and your browser')}
      </Steps>
      <p>{t('Support will never ask for your password.')}</p>
      <EndLink to="/account">{t('Go to your account')}</EndLink>
    </>
  )
}
