import { Trans } from '../messages/Trans.tsx'
import { t } from '../messages/t.ts'
import { Link } from '../ui/Link.tsx'
import { Steps } from './parts.tsx'

/** What an owner does with the people who scanned, met or wrote. */
export function AfterScan() {
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
