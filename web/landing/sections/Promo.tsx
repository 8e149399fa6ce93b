import { Icon, type IconName } from '../../../card/icons/Icon.tsx'
import { themeNames } from '../../../schema/cards/theme.ts'
import { t } from '../../messages/t.ts'
import { SignUp } from '../parts/AccountLinks.tsx'
import { LandingBrand } from '../parts/Product.tsx'
import { SampleCard } from '../parts/SampleCard.tsx'
import { samples } from '../people.ts'

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
