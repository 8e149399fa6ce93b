/** The privacy page, rendered from the configuration: what is stored, for how long, and who else receives it. */

import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server.edge'
import { Mark } from '../../card/icons/Mark.tsx'
import type { Bindings } from '../env.ts'
import { retentionDays } from '../platform/retention.ts'
import plain from './plain-page.css?inline'
import own from './privacy.css?inline'

export const privacyStyle = plain + own

export function privacyPage(env: Bindings): string {
  const head = renderToStaticMarkup(<Head product={env.PRODUCT_NAME} />)
  const body = renderToStaticMarkup(<Page env={env} />)
  return `<!doctype html><html lang="en"><head>${head}<style>${privacyStyle}</style></head><body>${body}</body></html>`
}

function Head({ product }: { product: string }) {
  return (
    <>
      <meta charSet="utf-8" />
      <meta name="viewport" content="width=device-width,initial-scale=1" />
      <title>{`Privacy · ${product}`}</title>
      <meta name="description" content={`What ${product} keeps of whom, and for how long`} />
    </>
  )
}

function Page({ env }: { env: Bindings }) {
  return (
    <>
      <header>
        <a className="skip" href="#privacy">
          Skip to content
        </a>
        <p className="brand">
          <Mark size={24} />
          <a href="/">{env.PRODUCT_NAME}</a>
        </p>
      </header>
      <main id="privacy">
        <h1>Privacy</h1>
        <p>
          What this installation of {env.PRODUCT_NAME} keeps of whom, and for how long. This page is
          made from its settings.
        </p>
        <Visitors events={env.EVENT_RETENTION_DAYS} />
        <Accounts />
        <Times env={env} />
        <Others env={env} />
        <Rights env={env} />
      </main>
    </>
  )
}

function Visitors({ events }: { events: string }) {
  return (
    <Part title="If you visit a card">
      <p>
        No cookie is set, nothing is stored on your device, and nothing is loaded from anybody else.
        The exceptions: what you send while you have no connection waits on your device until it is
        sent; a map, a video or a chat is loaded from its maker once you press it; and a picture is
        loaded from where its owner has it, when that is not here.
      </p>
      <p>
        A visit, a press on a link and a saved contact are counted for the owner of the card, each
        with its time, the country, region and city your connection is in, the kind of device, its
        system and browser. Your IP address is never stored: the first three of its four numbers
        (IPv4), or the first three of its eight groups (IPv6), are kept for{' '}
        {retentionDays.addresses} days. To count visitors and not visits, your network, and your
        address with your browser, are hashed with a random key that changes every day and is
        deleted after {24 * retentionDays.visitorKeys} hours. Single events are kept for {events}{' '}
        days, sums per day as long as the card.
      </p>
      <p>
        If your browser sends Global Privacy Control or Do Not Track, you are counted without that
        hash, without any part of your address, and with the country only. How many visits come from
        one network in a minute is counted for everybody, by a hash of the network that is another
        one in the next minute.
      </p>
      <p>
        What you write into the form of a card goes to its owner, who answers for what they do with
        it, and is kept until they delete it, at most {retentionDays.submissions} days.
      </p>
    </Part>
  )
}

function Accounts() {
  return (
    <Part title="If you have an account">
      <p>
        Your username, name, email, phone number and a hash of your password; of your passkeys the
        public keys, their names and when each was used, nothing of your finger or face; your cards
        and their pictures; where you are signed in, as browser and system; and a log of what you
        changed. A second log has security events of your account, such as sign-ins and exports, for{' '}
        {retentionDays.securityEvents} days: each with its time, the country, the provider of your
        connection, browser and system, and a keyed hash of the first three parts of your address,
        never the address. A cookie keeps you signed in, others remember that somebody is signed in,
        that you have signed in on this device before, and which copy of the database has your last
        change. None of them follows you anywhere else.
      </p>
      <p>
        Until you confirm your email address with the link mailed to it, nothing else is sent there.
      </p>
      <p>
        Account, Security has a file with everything kept about you, and the deletion of your
        account: at once your cards are no longer public, and after {retentionDays.deleted} days
        everything is erased. What stays is that slugs of your cards are taken, as hashes, and that
        somebody changed something, without a name. If an administrator made a template of your
        card, its theme, company, logo and form stay in the template; its texts, links and cover
        photo do not. A picture may be kept in the cache of a data center for one more day, and in
        browsers that have shown it for a year.
      </p>
    </Part>
  )
}

function Times({ env }: { env: Bindings }) {
  const rows: [string, string][] = [
    ['The key of the visitor hash', `${24 * retentionDays.visitorKeys} hours`],
    ['Counters against guessing, by hashed addresses and names', days(retentionDays.attempts)],
    ['Shortened addresses of visitors', days(retentionDays.addresses)],
    ['Deleted accounts and cards, to be restored', days(retentionDays.deleted)],
    ['Where an address on a card is', days(retentionDays.places)],
    [
      'Single visits, presses and saves, also those that could not be counted',
      days(Number(env.EVENT_RETENTION_DAYS)),
    ],
    ['What visitors sent with a form', days(retentionDays.submissions)],
    ['The log of changes', days(retentionDays.audit)],
    ['The log of security events', days(retentionDays.securityEvents)],
    ['Backups, with all of this but the first two', `the last ${env.BACKUPS_KEPT} nights`],
  ]
  return (
    <Part title="How long">
      <table>
        <thead>
          <tr>
            <th scope="col">What</th>
            <th scope="col">At most</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(([what, time]) => (
            <tr key={what}>
              <th scope="row">{what}</th>
              <td>{time}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Part>
  )
}

function Others({ env }: { env: Bindings }) {
  return (
    <Part title="Who else">
      <ul>
        {processorsOf(env).map(({ name, what }) => (
          <li key={name}>
            <strong>{name}</strong> {what}.
          </li>
        ))}
      </ul>
      <p>Nothing is sold, and nothing is shared for advertising.</p>
    </Part>
  )
}

function Rights({ env }: { env: Bindings }) {
  const { OPERATOR: operator, SUPPORT_EMAIL: contact } = env
  return (
    <Part title="Who to ask">
      {operator && <p>Responsible: {operator}.</p>}
      <p>
        To be told what is kept about you, to have it corrected, handed out or erased, or to object,
        write to <a href={`mailto:${contact}`}>{contact}</a>. What you sent with the form of a card
        is found and erased by your email address; its owner can do that, too. You may also complain
        to the data protection authority where you live.
      </p>
    </Part>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h2>{title}</h2>
      {children}
    </section>
  )
}

function days(count: number): string {
  return count === 1 ? '1 day' : `${count} days`
}

// Third parties that receive personal data, derived from the configured bindings and URLs.

type Processor = { name: string; what: string }

/** The third parties of this installation; services that are not configured are omitted. */
function processorsOf(env: Bindings): Processor[] {
  return [
    {
      name: 'Cloudflare',
      what: 'runs this service: requests pass its network, and databases, pictures and backups are stored there',
    },
    mailer(env),
    processorAt(env.GEOCODER_URL, 'finds where the address on a card is, when the card is saved'),
    env.GOOGLE_MAPS_API_KEY
      ? { name: 'Google Maps', what: 'draws the map of a card, once a visitor presses Show Map' }
      : processorAt(env.MAP_TILE_URL, 'draws the map of a card, once a visitor presses Show Map'),
  ].filter((each) => each !== undefined)
}

function mailer(env: Bindings): Processor | undefined {
  const what = 'delivers the letters this service sends to the people who have an account'
  if (env.EMAIL) return { name: 'Cloudflare Email', what }
  if (env.EMAIL_API_KEY && isHere(env.EMAIL_API_URL)) return localOnly
  return env.EMAIL_API_KEY ? processorAt(env.EMAIL_API_URL, what) : undefined
}

function processorAt(url: string, what: string): Processor | undefined {
  const plain = url.replace(/[{}]/g, '')
  return URL.canParse(plain) ? { name: new URL(plain).host, what } : undefined
}

const localOnly = {
  name: 'Nobody else',
  what: 'gets the letters: this installation runs for trial on one computer, and keeps them in a folder there',
}

function isHere(url: string): boolean {
  return /^https?:\/\/(localhost|127\.0\.0\.1|\[::1\])[:/]/.test(url)
}
