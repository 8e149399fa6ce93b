import { contactFile } from '../../card/contact/vcard.ts'
import { Icon, type IconName } from '../../card/icons/Icon.tsx'
import { NetworkIcon } from '../../card/icons/NetworkIcon.tsx'
import { QrCode } from '../../card/qr/QrCode.tsx'
import { themeNames } from '../../schema/cards/theme.ts'
import { keysOf } from '../../schema/pick.ts'
import { Trans } from '../messages/Trans.tsx'
import { t } from '../messages/t.ts'
import { type FeatureContent, type FeatureName, features, networks } from './content.ts'
import { facePicture, LandingBrand, SampleCard, SignUp, SupportLink } from './parts.tsx'
import { samples } from './people.ts'

export function Features() {
  return (
    <section className="band wide" id="features" tabIndex={-1} aria-labelledby="features-title">
      <header className="band-head">
        <h2 id="features-title">{t("Everything paper cards can't do")}</h2>
        <p>{t('Nine features, all available today. Select one to see it.')}</p>
      </header>
      <ul className="thirds features">
        {keysOf(features).map((name) => (
          <Feature key={name} name={name} />
        ))}
      </ul>
    </section>
  )
}

function Feature({ name }: { name: FeatureName }) {
  const { title, text } = features[name]
  const Picture = pictures[name]
  return (
    <li className="feature panel">
      <div className="feature-picture" data-feature={name} aria-hidden="true">
        <Picture />
      </div>
      <div className="feature-words">
        <h3>{title}</h3>
        <p>{text}</p>
        <Way name={name} />
      </div>
    </li>
  )
}

function Way({ name }: { name: FeatureName }) {
  const { link, href, mail }: FeatureContent = features[name]
  const words = (
    <>
      {link}
      <Icon name="chevron-right" size={14} />
    </>
  )
  if (mail)
    return (
      <SupportLink className="way" subject={mail}>
        {words}
      </SupportLink>
    )
  if (!href)
    return (
      <button className="way" type="button" data-opens="install" aria-haspopup="dialog">
        {words}
      </button>
    )
  return (
    <a className="way" href={href} download={href.endsWith('.vcf') || undefined}>
      {words}
    </a>
  )
}

/** The illustrations of the features, built from real components. */
const pictures: Record<FeatureName, () => React.ReactNode> = {
  themes: () => Object.keys(themeNames).map((theme) => <i key={theme} data-theme={theme} />),
  qr: () => <QrCode text="https://cards.example/view/ada#qr" size={148} label="" />,
  editor: Editor,
  analytics: Chart,
  contact: ContactLines,
  team: Team,
  domain: () => (
    <p className="address-bar">
      <Icon name="lock" size={16} />
      <span>
        <Trans id="cards.<b>yourname</b>.com<small>/view/ada</small>" />
      </span>
    </p>
  ),
  mobile: () => [320, 390, 430].map((width) => <i key={width} data-width={width} />),
  social: () =>
    networks.map((network) => <NetworkIcon key={network} network={network} size={22} />),
}

function Editor() {
  return (
    <p className="edited">
      <span>{t('Ada Lindqvist')}</span>
      <i>
        <Icon name="edit" size={14} />
      </i>
      <small>{t('Architect, RIBA')}</small>
    </p>
  )
}

const week = [34, 48, 41, 62, 57, 92, 74]

function Chart() {
  const points = week.map((value, day) => `${day * 40 + 10} ${100 - value}`)
  return (
    <svg viewBox="0 0 260 100" preserveAspectRatio="none" aria-hidden="true">
      <path className="chart-area" d={`M10 100L${points.join('L')}L250 100Z`} />
      <path className="chart-line" d={`M${points.join('L')}`} />
    </svg>
  )
}

function ContactLines() {
  const { card } = samples.minimalist
  const file = contactFile(card, { uid: '0', url: 'https://lindqvist.example' })
  const lines = file.split('\r\n').filter((line) => /^(BEGIN|FN|ORG|TITLE|TEL|EMAIL)/.test(line))
  return <pre>{lines.join('\n')}</pre>
}

function Team() {
  const people = [
    { ...samples.education, badge: t('Admin'), kind: 'bad' },
    { ...samples.tech, badge: t('Developer'), kind: 'ok' },
    { ...samples.minimalist, badge: t('Manager'), kind: 'new' },
  ]
  return people.map(({ card, face, badge, kind }) => (
    <p key={badge} className="member">
      <img src={facePicture(face)} alt="" width={28} height={28} loading="lazy" />
      <span>{card.name}</span>
      <b className="badge" data-kind={kind}>
        {badge}
      </b>
    </p>
  ))
}

export function Promo() {
  return (
    <section className="band wide promo" aria-labelledby="promo-title">
      <div className="promo-words">
        <h2 id="promo-title">{t('One dashboard for all your cards')}</h2>
        <p>
          {t(
            'The dashboard shows each card as it is right now, next to its views and saves. Edit it, copy the link, or turn your screen around and let people scan.',
          )}
        </p>
        <ul className="ticks">
          <Point>{t('Figures that are counted, never estimated')}</Point>
          <Point>{t('Edits go live within a minute, with the same code')}</Point>
          <Point>{t('Download your data anytime')}</Point>
        </ul>
        <SignUp
          kind="secondary"
          size="large"
          words={t('Open your dashboard')}
          signedIn={t('Open your dashboard')}
          closed={t('Request an account')}
        />
      </div>
      <DashboardPicture />
    </section>
  )
}

function Point({ children }: { children: string }) {
  return (
    <li>
      <Icon name="check" size={18} />
      {children}
    </li>
  )
}

/** The dashboard with its own styles. */
function DashboardPicture() {
  return (
    <div className="promo-picture" aria-hidden="true" inert>
      <div className="promo-side">
        <LandingBrand />
        <Entry icon="home" current>
          {t('Dashboard')}
        </Entry>
        <Entry icon="edit">{t('Editor')}</Entry>
        <Entry icon="chart">{t('Analytics')}</Entry>
        <Entry icon="mail">{t('Inbox')}</Entry>
        <Entry icon="user">{t('Account')}</Entry>
      </div>
      <div className="promo-main">
        <strong>{t('Dashboard')}</strong>
        <dl className="promo-tiles">
          <Tile title={t('Total Cards')}>3</Tile>
          <Tile title={t('Total Views')}>4,182</Tile>
          <Tile title={t('Total Saves')}>611</Tile>
        </dl>
        <div className="promo-cards">
          {[samples.creative, samples.beauty, samples.corporate].map((sample) => (
            <div key={sample.theme} className="panel promo-card">
              <SampleCard sample={sample} className="promo-card-thumb" low />
              <b>{sample.card.name}</b>
              <small>{themeNames[sample.theme]}</small>
              <span className="promo-card-buttons">
                <i>{t('Edit')}</i>
                <i>{t('Analytics')}</i>
                <Icon name="qr" size={16} />
              </span>
            </div>
          ))}
        </div>
      </div>
    </div>
  )
}

function Entry({
  icon,
  current,
  children,
}: {
  icon: IconName
  current?: boolean
  children: string
}) {
  return (
    <span className="promo-entry" data-current={current || undefined}>
      <Icon name={icon} size={16} />
      {children}
    </span>
  )
}

function Tile({ title, children }: { title: string; children: string }) {
  return (
    <div className="panel">
      <dt>{title}</dt>
      <dd>{children}</dd>
    </div>
  )
}
