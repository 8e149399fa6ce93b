/** The privacy page, rendered from the configured bindings and URLs: what is stored, for how long, and who else receives it. */
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server.edge'
import { ProductLogo } from '../../card/icons/ProductLogo.tsx'
import { receiptDays } from '../../schema/inbox/form.ts'
import type { Wallet } from '../../schema/wallet/wallet.ts'
import type { Bindings } from '../env.ts'
import { retentionDays } from '../platform/jobs.ts'
import { offersCopies } from '../platform/mail.ts'
import { listWallets } from '../wallet/configured.ts'
import plain from './plain-page.css?inline'
import own from './privacy.css?inline'

type Processor = { name: string; what: string }

const localOnly = {
  name: 'Nobody else',
  what: 'receives emails: this test installation runs on one computer and keeps them in a folder there',
}

export const privacyStyle = plain + own

export function privacyPage(env: Bindings): string {
  const { PRODUCT_NAME: product } = env
  return plainPage({
    ...{ product, title: 'Privacy', style: privacyStyle },
    description: `What data ${product} stores, and for how long`,
    content: <Content env={env} />,
  })
}

type PlainPage = Record<'product' | 'title' | 'description' | 'style', string> & {
  content: ReactNode
}

/** A page in English without scripts, with the product's logo above its content. */
export function plainPage({ product, title, description, style, content }: PlainPage): string {
  const head = renderToStaticMarkup(
    <>
      <meta charSet="utf-8" />
      <meta name="viewport" content="width=device-width,initial-scale=1" />
      <title>{`${title} · ${product}`}</title>
      <meta name="description" content={description} />
    </>,
  )
  const body = renderToStaticMarkup(
    <>
      <header>
        <a className="skip" href="#main">
          Skip to content
        </a>
        <p className="brand">
          <ProductLogo size={24} />
          <a href="/">{product}</a>
        </p>
      </header>
      <main id="main">
        <h1>{title}</h1>
        {content}
      </main>
    </>,
  )
  return `<!doctype html><html lang="en"><head>${head}<style>${style}</style></head><body>${body}</body></html>`
}

function Content({ env }: { env: Bindings }) {
  return (
    <>
      <p>
        What data this installation of {env.PRODUCT_NAME} stores, and for how long. This page is
        generated from its settings. Companies whose employees use it also get a{' '}
        <a href="/privacy/annex">data processing annex</a>.
      </p>
      <Visitors events={env.EVENT_RETENTION_DAYS} copies={offersCopies(env)} />
      <Accounts />
      <Part title="How long we keep it">
        <RetentionTable env={env} />
      </Part>
      <Others env={env} />
      <Rights env={env} />
    </>
  )
}

function Visitors({ events, copies }: { events: string; copies: boolean }) {
  return (
    <Part title="If you visit a card">
      <p>
        We set no cookies, store nothing on your device and load nothing from third parties, with
        these exceptions: anything you send while offline stays on your device until it is sent; a
        map, video or chat loads from its provider when you select it; and an image that is not
        stored here loads from wherever its owner keeps it.
      </p>
      <p>
        Views, link clicks and saved contacts are counted for the card owner. Each is stored with
        its time, the country, region and city of your connection, and your device type, operating
        system and browser, but with no part of your IP address. To count visitors rather than
        visits, your network, and your IP address with your browser, are hashed with a random key
        that changes daily and is deleted {24 * retentionDays.visitorKeys} hours after its day
        began. Individual events are stored for {events} days, daily totals for as long as the card
        exists.
      </p>
      <p>
        If your browser sends Global Privacy Control or Do Not Track, you are counted without that
        hash, and by country only. Visits from one network within a minute are counted for everyone,
        using a hash of the network that changes every minute.
      </p>
      <p>
        What you enter in a card's form goes to its owner, who is responsible for how they use it.
        It is stored until they delete it, which they can undo for 15 minutes, and for at most{' '}
        {retentionDays.submissions} days; for {receiptDays} days you can correct or delete it by a
        private link. With it, the first three of the four numbers of your IP address (IPv4), or the
        first three of its eight groups (IPv6), are stored for {retentionDays.addresses} days,
        unless your browser sends one of these signals. Your full IP address is never stored.
      </p>
      {copies && <Copies />}
    </Part>
  )
}

function Copies() {
  return (
    <p>
      If you ask for a copy by email, we send one to the address you entered, without tracking. To
      limit these emails, a keyed hash of the address is stored for {retentionDays.receiptMails}{' '}
      days. If you confirm the address, its hash is stored for {retentionDays.confirmedAddresses}{' '}
      days; if you stop these emails, it is stored so that they stay stopped.
    </p>
  )
}

function Accounts() {
  return (
    <Part title="If you have an account">
      <p>
        We store your username, name, email, phone number and a hash of your password; the public
        key, name and last use of each passkey, but no fingerprint or face data; your cards and
        their images; the browser and operating system of each of your sessions, and the language
        that your browser asked for; and a log of your changes and of security events of your
        account, such as sign-ins and exports. Sign-ins, exports and refused attempts stay for{' '}
        {retentionDays.signIns} days. For as long, each entry has the country, your internet
        provider, browser and operating system, and a keyed hash of the first three parts of your IP
        address, never the address itself. A cookie keeps you signed in. Others remember that
        someone is signed in, that you have signed in on this device before, and which copy of the
        database has your last change. None of them tracks you anywhere else.
      </p>
      <p>Until you confirm your email address, the confirmation link is all we send to it.</p>
      <p>
        In Account &gt; Security you can download everything stored about you, and delete your
        account. Your cards go offline at once, and everything is erased after{' '}
        {retentionDays.deleted} days. What remains is a hash of each slug and the codes of your
        share points, so that no one else can use them, and anonymous entries in the log of changes.
        If an admin created a template from your card, its theme, company, logo and form stay in the
        template; its text, links and cover photo do not. An image may stay in the cache of a data
        center for one more day, and in browsers that have shown it for a year.
      </p>
    </Part>
  )
}

/** How long each kind of data is kept. */
export function RetentionTable({ env }: { env: Bindings }) {
  const rows: [string, string][] = [
    [
      'Key of the visitor hash, from the start of its day',
      `${24 * retentionDays.visitorKeys} hours`,
    ],
    [
      'Counters of sign-in attempts, by hashed IP address, username and email address',
      days(retentionDays.attempts),
    ],
    ['Truncated IP addresses of visitors who sent a form', days(retentionDays.addresses)],
    ['Deleted accounts and cards, so they can be restored', days(retentionDays.deleted)],
    ['Map coordinates of addresses on cards', days(retentionDays.places)],
    [
      'Individual views, clicks and saves, including those that could not be counted',
      days(Number(env.EVENT_RETENTION_DAYS)),
    ],
    ['Form submissions of visitors', days(retentionDays.submissions)],
    ...rowsOfCopies(env),
    ['Log of changes', days(retentionDays.audit)],
    ['Log of sign-ins, exports and refused attempts', days(retentionDays.signIns)],
    ['Backups of all of the above except the first two', `the last ${env.BACKUPS_KEPT} nights`],
  ]
  return <Table columns={['Data', 'At most']} rows={rows} />
}

/** A table whose first column names its rows. */
export function Table({ columns, rows }: { columns: string[]; rows: string[][] }) {
  return (
    <table>
      <thead>
        <tr>
          {columns.map((name) => (
            <th key={name} scope="col">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(([name, ...cells]) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            {cells.map((cell) => (
              <td key={cell}>{cell}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function rowsOfCopies(env: Bindings): [string, string][] {
  if (!offersCopies(env)) return []
  return [
    ['Hashes of addresses that were emailed a copy', days(retentionDays.receiptMails)],
    ['Hashes of confirmed addresses', days(retentionDays.confirmedAddresses)],
    ['Hashes of addresses that stopped these emails', 'until they are allowed again'],
  ]
}

function Others({ env }: { env: Bindings }) {
  return (
    <Part title="Who else receives data">
      <ul>
        {processorsOf(env).map(({ name, what }) => (
          <li key={name}>
            <strong>{name}</strong> {what}.
          </li>
        ))}
      </ul>
      <p>We do not sell your data or share it for advertising.</p>
    </Part>
  )
}

function Rights({ env }: { env: Bindings }) {
  const { OPERATOR: operator, SUPPORT_EMAIL: contact } = env
  return (
    <Part title="Your rights">
      {operator && <p>This service is operated by {operator}.</p>}
      <p>
        To get a copy of your data, to have it corrected or erased, or to object to its use, contact{' '}
        <a href={`mailto:${contact}`}>{contact}</a>. We find and erase your form submissions by your
        email address; the card owner can do so too. You may also complain to the data protection
        authority where you live.
      </p>
    </Part>
  )
}

/** A section with a heading. */
export function Part({ title, children }: { title: string; children: ReactNode }) {
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

/** The third parties of this installation; services that are not configured are omitted. */
export function processorsOf(env: Bindings): Processor[] {
  return [
    {
      name: 'Cloudflare',
      what: 'hosts this service: it carries all requests and stores databases, images and backups',
    },
    mailer(env),
    processorAt(
      env.GEOCODER_URL,
      "looks up the map coordinates of a card's address when the card is saved",
    ),
    { name: 'YouTube or Vimeo', what: 'provides the still of a card’s video after a save' },
    env.GOOGLE_MAPS_API_KEY
      ? { name: 'Google Maps', what: 'provides the map of a card when a visitor selects Show Map' }
      : processorAt(env.MAP_TILE_URL, 'provides the map of a card when a visitor selects Show Map'),
    ...walletsOf(env),
  ].filter((each) => each !== undefined)
}

function walletsOf(env: Bindings): Processor[] {
  const wallets: Record<Wallet, Processor> = {
    apple: {
      name: 'Apple',
      what: 'learns that a card in a phone’s Wallet has changed, but not which or how',
    },
    google: {
      name: 'Google Wallet',
      what: 'stores a card’s name, title, company, logo, cover photo and link when its owner adds it to their wallet',
    },
  }
  return listWallets(env).map((wallet) => wallets[wallet])
}

function mailer(env: Bindings): Processor | undefined {
  const what = `delivers the emails this service sends to account holders${offersCopies(env) ? ', and to visitors who ask for a copy' : ''}`
  if (env.EMAIL) return { name: 'Cloudflare Email', what }
  if (env.EMAIL_API_KEY && isHere(env.EMAIL_API_URL)) return localOnly
  return env.EMAIL_API_KEY ? processorAt(env.EMAIL_API_URL, what) : undefined
}

function processorAt(url: string, what: string): Processor | undefined {
  const plain = url.replace(/[{}]/g, '')
  return URL.canParse(plain) ? { name: new URL(plain).host, what } : undefined
}

function isHere(url: string): boolean {
  return /^https?:\/\/(localhost|127\.0\.0\.1|\[::1\])[:/]/.test(url)
}
