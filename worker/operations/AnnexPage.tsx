/**
 * The data processing annex (GDPR, Article 28) of a company and the operator of this installation: what is processed and by
 * whom, from the same sources as the privacy page, and the terms that both sign.
 */
import { version } from '../../package.json'
import type { Bindings } from '../env.ts'
import { retentionDays } from '../platform/jobs.ts'
import own from './annex.css?inline'
import {
  Part,
  plainPage,
  privacyStyle,
  processorsOf,
  RetentionTable,
  Table,
} from './PrivacyPage.tsx'

export const annexStyle = privacyStyle + own

export function annexPage(env: Bindings): string {
  const { PRODUCT_NAME: product } = env
  return plainPage({
    ...{ product, title: 'Data processing annex', style: annexStyle },
    description: `How ${product} processes personal data on behalf of a company`,
    content: <Content env={env} />,
  })
}

function Content({ env }: { env: Bindings }) {
  return (
    <>
      <p>
        To the contract between a customer (the controller) and{' '}
        {env.OPERATOR || 'the operator of this installation'} (the processor), under Article 28 of
        the General Data Protection Regulation. Generated from the settings of this installation:{' '}
        {env.PRODUCT_NAME}, release {version}. Print it to sign it.
      </p>
      <Part title="1. Subject and duration">
        <p>
          The processor hosts digital business cards for the people whom the controller names: it
          stores and publishes their cards, receives what visitors send them, counts visits and
          sends the emails that belong to it. Processing lasts as long as the accounts exist.
          Deleted accounts and cards are erased after {retentionDays.deleted} days.
        </p>
      </Part>
      <Part title="2. People and data">
        <Table columns={['People', 'Data']} rows={people} />
        <p>
          No special categories of data (Article 9) are asked for. What people write on a card, in a
          form or in a note is not checked for them.
        </p>
      </Part>
      <Part title="3. Sub-processors">
        <Table
          columns={['Who', 'What it does']}
          rows={processorsOf(env).map(({ name, what }) => [name, `${capitalized(what)}.`])}
        />
      </Part>
      <Part title="4. Places">
        <Table columns={['What', 'Where']} rows={placesOf(env)} />
      </Part>
      <Part title="5. Retention">
        <RetentionTable env={env} />
      </Part>
      <Part title="6. Technical and organizational measures">
        <ul>
          {measuresOf(env).map((measure) => (
            <li key={measure}>{measure}</li>
          ))}
        </ul>
      </Part>
      <Part title="7. Terms">
        <ol>
          {terms.map((term) => (
            <li key={term}>{term}</li>
          ))}
        </ol>
      </Part>
      <Signatures />
    </>
  )
}

const people = [
  [
    'Account holders',
    'Username, name, email address, phone number; hash of the password, public keys of passkeys, secret of two-step verification; browser, operating system and language of sessions; log of changes and of security events',
  ],
  [
    'People on cards',
    'What they put on their card: name, photo, title, company, contact details, address, links, texts, images',
  ],
  [
    'Visitors of cards',
    'Time, country, region and city; device type, operating system and browser; what they opened, clicked and saved. No IP address is stored.',
  ],
  [
    'People who send a form',
    'What they enter, the card and the time, and a truncated IP address unless their browser sends Global Privacy Control or Do Not Track',
  ],
  [
    'People met in person',
    'What a card owner enters or photographs: name, contact details, company, answers, notes',
  ],
]

const jurisdictions = new Map([
  ['eu', 'Only in the European Union'],
  ['us', 'Only in the United States'],
  ['fedramp', 'Only in data centers with FedRAMP authorization'],
])

function placesOf({ JURISDICTION = '' }: Bindings): string[][] {
  const stored = jurisdictions.get(JURISDICTION) ?? 'Where Cloudflare places them; not restricted'
  return [
    ['Databases, files, queues and their backups', stored],
    ['Map coordinates of addresses, by a hash of the address', 'Worldwide'],
    ['Requests', 'In the Cloudflare data center next to whoever makes them, worldwide'],
    ['Copies of public pages and images', 'In caches of data centers worldwide'],
    ['Logs of requests, without names, addresses and contents', 'Worldwide; seven days'],
    ['Emails', 'Where the provider under 3 and the recipient are'],
  ]
}

function measuresOf({ BACKUPS_KEPT }: Bindings): string[] {
  return [
    'All connections are encrypted (TLS), and browsers are told to refuse others for two years (HSTS). Cloudflare encrypts what it stores.',
    'Passwords are stored as scrypt hashes with a secret that is not in the database. Passkeys and two-step verification are offered. Attempts to sign in are limited per account and network.',
    'Each function of the interface declares which of five access levels may call it, and the server refuses all others. Users see only their own cards and messages; admins see those of the people they manage.',
    'Changes, sign-ins, refusals and exports are logged and can be exported.',
    'Every page has a content security policy. Uploaded images are checked by their bytes, and camera data and positions are removed from them.',
    'IP addresses are never stored whole. Visitors are counted with a key that is deleted after two days.',
    `A backup is made every night, and ${BACKUPS_KEPT} are kept. The databases can be restored to any minute of the last 30 days.`,
    'The storage, jobs and queues are checked every minute, and the operator is emailed about problems.',
    'Expired data is erased automatically. People can download everything about themselves and delete their account.',
    'This installation has databases, files and a secret of its own, which no other installation uses.',
  ]
}

/** Article 28 (3), a to h. */
const terms = [
  'The processor processes personal data only on documented instructions of the controller, including transfers to a third country, unless the law requires otherwise; the settings that the controller chooses are instructions.',
  'Whoever the processor authorizes to process the data is bound to confidentiality.',
  'The processor takes the measures under 6 and keeps their level of protection.',
  'The controller agrees to the sub-processors under 3. The processor tells the controller before it adds or replaces one, so that the controller can object, and binds each to the same duties.',
  'The processor helps the controller to answer requests of data subjects. Account holders find their data under Account > Security, and card owners find and erase the data of a visitor under Account > Data & API.',
  'The processor helps the controller with security, assessments and consultations (Articles 32 to 36), and tells the controller of a personal data breach without undue delay after it becomes aware of it.',
  'At the end of the contract the processor returns or erases all personal data, as the controller chooses.',
  'The processor gives the controller all information that is needed to show that these duties are met, and allows audits.',
]

function Signatures() {
  return (
    <div className="signatures">
      {['Controller', 'Processor'].map((party) => (
        <section key={party}>
          <h2>{party}</h2>
          {['Company', 'Name', 'Place, date', 'Signature'].map((line) => (
            <p key={line}>{line}</p>
          ))}
        </section>
      ))}
    </div>
  )
}

function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
