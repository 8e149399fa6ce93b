import { Children, type ReactNode } from 'react'
import { Icon } from '../../card/icons/Icon.tsx'
import { appLanguages, landingPath } from '../../schema/screens.ts'
import { language } from '../messages/language.ts'
import { Trans } from '../messages/Trans.tsx'
import { t } from '../messages/t.ts'
import { plans, sections, testimonials } from './content.ts'
import {
  CreateCard,
  facePicture,
  LandingBrand,
  SignUp,
  SupportLink,
  VisitorOrUserLink,
} from './parts.tsx'
import { samples } from './people.ts'

export function Pricing() {
  return (
    <section
      className="band wide"
      id="pricing"
      tabIndex={-1}
      aria-labelledby="pricing-title"
      data-example=""
    >
      <header className="band-head">
        <h2 id="pricing-title">{t('Three prices, no small print')}</h2>
        <p>{t('Billed monthly. Your card stays yours: its link is never given to anyone else.')}</p>
      </header>
      <ul className="thirds plans">
        {plans.map((plan) => (
          <PlanPanel key={plan.name} plan={plan} />
        ))}
      </ul>
    </section>
  )
}

function PlanPanel({ plan }: { plan: (typeof plans)[number] }) {
  return (
    <li className="plan panel" data-popular={plan.popular}>
      <div className="plan-name">
        <h3>{plan.name}</h3>
        {plan.popular && <span className="badge">{t('POPULAR')}</span>}
      </div>
      <p className="plan-text">{plan.text}</p>
      <p className="price">
        <Trans id="<b>${price}</b> per month" values={{ price: plan.price }} />
      </p>
      {plan.sales ? (
        <SupportLink
          className="button"
          data-kind="secondary"
          data-size="large"
          subject={t('Enterprise')}
        >
          {t('Contact Sales')}
        </SupportLink>
      ) : (
        <SignUp
          kind={plan.popular ? 'primary' : 'secondary'}
          size="large"
          words={<Trans id="Get Started<span> with {name}</span>" values={{ name: plan.name }} />}
          signedIn={t('Go to your cards')}
        />
      )}
      <ul className="plan-parts">
        {plan.included.map((part) => (
          <li key={part}>
            <Icon name="check" size={18} />
            <span>
              {part}
              <span className="hidden-text">{t(', included')}</span>
            </span>
          </li>
        ))}
        {plan.left?.map((part) => (
          <li key={part} className="plan-left">
            <span className="dash" />
            <span>
              {part}
              <span className="hidden-text">{t(', not included')}</span>
            </span>
          </li>
        ))}
      </ul>
    </li>
  )
}

export function Testimonials() {
  return (
    <section className="band wide" aria-labelledby="testimonials-title" data-example="">
      <header className="band-head">
        <h2 id="testimonials-title">{t('What card owners say')}</h2>
        <p>{t('Examples: these people and their words are invented.')}</p>
      </header>
      <ul className="thirds testimonials">
        {testimonials.map(({ theme, rating, words }) => {
          const { card, face } = samples[theme]
          return (
            <li key={theme} className="panel">
              <figure>
                <Stars rating={rating} />
                <blockquote>{words}</blockquote>
                <figcaption>
                  <img src={facePicture(face)} alt="" width={44} height={44} loading="lazy" />
                  <span>
                    <b>{card.name}</b>
                    {card.title}, {card.company}
                  </span>
                </figcaption>
              </figure>
            </li>
          )
        })}
      </ul>
    </section>
  )
}

/** A rating out of five, in half steps: one image with a text label. */
function Stars({ rating }: { rating: number }) {
  return (
    <div className="stars" role="img" aria-label={t('{rating} of 5 stars', { rating })}>
      {[1, 2, 3, 4, 5].map((place) => (
        <Star key={place} fill={Math.min(1, Math.max(0, rating - place + 1))} />
      ))}
    </div>
  )
}

const star = 'm12 2.8 2.8 6 6.6.8-4.9 4.5 1.3 6.5-5.8-3.3-5.8 3.3 1.3-6.5-4.9-4.5 6.6-.8Z'
const half = 'M12 2.8v14.5l-5.8 3.3 1.3-6.5-4.9-4.5 6.6-.8Z'

function Star({ fill }: { fill: number }) {
  return (
    <svg width="18" height="18" viewBox="0 0 24 24" aria-hidden="true">
      <path className="star-empty" d={star} />
      {fill > 0 && <path d={fill < 1 ? half : star} />}
    </svg>
  )
}

export function Closing() {
  return (
    <section className="closing wide" aria-labelledby="closing-title">
      <h2 id="closing-title">{t('Your next handshake comes with a card')}</h2>
      <p>{t("You're two minutes from a code you can show.")}</p>
      <CreateCard />
    </section>
  )
}

export function Footer() {
  return (
    <footer className="landing-foot">
      <div className="wide">
        <div>
          <LandingBrand />
          <p>
            {t('Digital business cards that open instantly, save completely and respect privacy.')}
          </p>
        </div>
        <Group title={t('Product')}>
          {sections.map(({ id, title }) => (
            <a key={id} href={`#${id}`}>
              {title}
            </a>
          ))}
        </Group>
        <Group title={t('Account')}>
          <VisitorOrUserLink
            kind="ghost"
            visitor={{ href: '/auth', words: t('Login') }}
            user={{ href: '/dashboard', words: t('Dashboard') }}
          />
          <SignUp kind="ghost" words={t('Get Started')} signedIn={t('My Cards')} />
        </Group>
        <Group title={t('Help')}>
          <a href="/guide">{t('User Guide')}</a>
          <SupportLink subject={t('Question')}>{t('Contact support')}</SupportLink>
          <a href="/api/docs">{t('API')}</a>
          <a href="/privacy">{t('Privacy')}</a>
        </Group>
        <Languages />
        <p className="small-print">{t('The people and companies on this page are fictional.')}</p>
      </div>
      <InstallButton />
    </footer>
  )
}

/** The page in the other languages; the script stores the selected one for the app. */
function Languages() {
  return (
    <nav className="landing-languages" aria-label={t('Languages')}>
      <ul>
        {appLanguages.map((one) => (
          <li key={one}>
            <a
              href={landingPath(one)}
              lang={one}
              hrefLang={one}
              data-language={one}
              aria-current={one === language ? 'page' : undefined}
            >
              {new Intl.DisplayNames(one, { type: 'language' }).of(one)}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** The script shows it once the guide was closed. */
function InstallButton() {
  return (
    <div className="install-button" hidden>
      <button
        className="button"
        type="button"
        data-kind="ghost"
        data-icon-only=""
        data-opens="install"
        aria-label={t('Install Guide')}
        title={t('Install Guide')}
      >
        <Icon name="download" size={18} />
      </button>
    </div>
  )
}

/** Links, each a child, under a heading. */
function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <nav aria-label={title}>
      <h2>{title}</h2>
      <ul>
        {Children.map(children, (link) => (
          <li>{link}</li>
        ))}
      </ul>
    </nav>
  )
}
